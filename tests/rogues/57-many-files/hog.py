import os

for number in range(120_000):
    os.close(os.open(str(number), os.O_CREAT | os.O_WRONLY))
