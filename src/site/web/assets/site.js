// Times in the reader's zone, live updates, confirmation of forms, dropping files. Every page works without this script.
"use strict";

const many = (selector, within = document) => [...within.querySelectorAll(selector)];

// Times are sent in UTC.
function localTimes(within) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of many("time[datetime]", within)) {
    const moment = new Date(time.dateTime);
    if (isNaN(moment)) continue;
    time.title = time.textContent;
    time.textContent = format.format(moment);
  }
}

function remaining(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  const clock = `${two(hours)}:${two(minutes)}:${two(seconds % 60)}`;
  return days > 0 ? `(${days} d ${clock})` : `(${clock})`;
}

function countdowns() {
  for (const place of many(".countdown")) place.textContent = remaining(new Date(place.dataset.until) - Date.now());
}

// Replaces parts of the page by their new versions, but not what the reader is using.
function replaceLive(page) {
  for (const old of many("[data-live]")) {
    const fresh = page.getElementById(old.id);
    const inUse = old.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
    if (!fresh || inUse) continue;
    const open = many("details", old).map((details) => details.open);
    const same = many("details", fresh).length === open.length;
    if (same) many("details", fresh).forEach((details, at) => { details.open = open[at]; });
    localTimes(fresh);
    old.replaceWith(document.adoptNode(fresh));
  }
  countdowns();
}

async function text(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

async function refreshPage() {
  if (many("[data-live]").length === 0) return;
  replaceLive(new DOMParser().parseFromString(await text(location.href), "text/html"));
}

async function refreshBoard() {
  const board = document.getElementById("board");
  if (!board) return;
  const fresh = await text(board.dataset.fragment);
  const page = new DOMParser().parseFromString(fresh, "text/html");
  if (page.body.childElementCount === 0) return;
  localTimes(page);
  board.replaceChildren(...page.body.childNodes);
  board.classList.remove("changed");
  void board.offsetWidth;
  board.classList.add("changed");
}

// Runs a task soon after it is asked for, once for many requests, and only while the page is visible. The random delay
// keeps a thousand open pages from asking at the same moment.
function soon(task, delay) {
  let timer = 0;
  let missed = false;
  const run = async () => {
    timer = 0;
    try {
      await task();
    } catch {
      // The next event tries again.
    }
  };
  const ask = () => {
    missed = document.hidden;
    if (!missed && !timer) timer = setTimeout(run, Math.random() * delay);
  };
  document.addEventListener("visibilitychange", () => missed && ask());
  return ask;
}

function listen(address) {
  const page = soon(refreshPage, 300);
  const board = soon(refreshBoard, 1000);
  const events = new EventSource(address);
  let wasLost = false;
  events.addEventListener("board", board);
  for (const kind of ["hand-in", "announcement", "phase"]) events.addEventListener(kind, page);
  events.addEventListener("error", () => { wasLost = true; });
  events.addEventListener("open", () => {
    if (wasLost) [page, board].forEach((ask) => ask());
    wasLost = false;
  });
  addEventListener("pagehide", () => events.close());
}

function confirmForms() {
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (question && !confirm(question)) event.preventDefault();
  });
}

// Folders that nobody wants to hand in.
const SKIPPED = new Set([".git", ".hg", ".svn", "__pycache__", "node_modules", "target", ".venv"]);

async function filesOf(entry, path, found) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    found.push([path + entry.name, file]);
    return;
  }
  if (SKIPPED.has(entry.name)) return;
  const reader = entry.createReader();
  for (;;) {
    const entries = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return;
    for (const inner of entries) await filesOf(inner, `${path}${entry.name}/`, found);
  }
}

function chosenFiles(form) {
  const files = many("input[type=file]", form).flatMap((input) => [...input.files]);
  const named = files.map((file) => [file.webkitRelativePath || file.name, file]);
  return named.filter(([name]) => !name.split("/").some((part) => SKIPPED.has(part)));
}

// Sends files with progress; the answer is the page of the hand-in, or a page that says what is wrong.
function send(form, files) {
  const state = document.getElementById("upload-state");
  const button = form.querySelector("button.main");
  const data = new FormData();
  data.append("form", form.elements.form.value);
  for (const [name, file] of files) data.append("file", file, name);
  const request = new XMLHttpRequest();
  const failed = (message) => {
    state.textContent = message;
    state.className = "warning";
    button.disabled = false;
  };
  request.responseType = "document";
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) state.textContent = `${Math.floor((100 * event.loaded) / event.total)} %`;
  });
  request.addEventListener("error", () => failed(form.dataset.lost));
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const words = many("main .sentence", request.response ?? document.implementation.createHTMLDocument());
    failed(words.map((word) => word.textContent).join(" ") || String(request.status));
  });
  state.className = "";
  state.textContent = "0 %";
  button.disabled = true;
  request.open("POST", form.action);
  request.send(data);
}

function dropZone(form) {
  const zone = form.querySelector(".drop");
  form.querySelector(".drop-hint").hidden = false;
  form.addEventListener("submit", (event) => {
    const files = chosenFiles(form);
    if (files.length === 0) return;
    event.preventDefault();
    send(form, files);
  });
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  document.addEventListener("dragleave", (event) => event.relatedTarget || zone.classList.remove("over"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    // The list of items is empty after the first wait.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [];
    for (const entry of entries) await filesOf(entry, "", files);
    if (entries.length === 0) files.push(...[...event.dataTransfer.files].map((file) => [file.name, file]));
    if (files.length > 0) send(form, files);
  });
}

localTimes(document);
countdowns();
setInterval(countdowns, 1000);
confirmForms();
const handIn = document.getElementById("hand-in");
if (handIn instanceof HTMLFormElement) dropZone(handIn);
if (document.body.dataset.events) listen(document.body.dataset.events);
