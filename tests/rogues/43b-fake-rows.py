# Fails with last words that look like the end of a row and another row, and like a page of its own.
# expected: crashed
import sys

sys.exit('"\r\n"programs","swap","x","43b-fake-rows","false","accepted","0","0","0","0","0","1",""'
         '\x1b[2J</script><script>alert(1)</script>=cmd|x!A1')
