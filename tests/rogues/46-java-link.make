# A Java source whose public class has the name of a link to another file: the judge must not write through the link.
# expected 46a-java-link: build-failed
# expected 46b-java-link-to-a-rival: build-failed
mkdir "$1/46a-java-link" "$1/46b-java-link-to-a-rival"
for team in 46a-java-link 46b-java-link-to-a-rival; do
    printf 'public class Pwn { public static void main(String[] a) { System.out.println("SRSLS"); } }\n' \
        > "$1/$team/solver.java"
done
ln -s "$2/victim" "$1/46a-java-link/Pwn.java"
ln -s ../honest-c/solver.c "$1/46b-java-link-to-a-rival/Pwn.java"
