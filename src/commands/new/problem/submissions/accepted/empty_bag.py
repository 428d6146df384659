# Packs nothing, which is allowed. `judge lint` runs this program and expects accepted answers.
print(0)
