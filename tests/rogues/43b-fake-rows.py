# Fails with an error message that looks like rows of a CSV file and like HTML.
# expected: crashed
import sys

sys.exit('"\r\n"programs","swap","x","43b-fake-rows","false","accepted","0","0","0","0","0","1",""'
         '\x1b[2J</script><script>alert(1)</script>=cmd|x!A1')
