# Completes the commands of judge in fish. Written by `judge completions fish`.
function __judge_complete
    set -l token (commandline --current-token --cut-at-cursor)
    if string match --quiet -- '~*' $token
        __fish_complete_path $token
    else
        command judge complete fish (commandline --current-process --cut-at-cursor | string collect) 2>/dev/null
    end
end
complete --command judge --no-files --arguments '(__judge_complete)'
