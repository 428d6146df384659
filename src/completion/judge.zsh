#compdef judge
# Completes the commands of judge in zsh. Written by `judge completions zsh`.
_judge() {
    local word about
    local -a whole whole_shown open open_shown
    if [[ $PREFIX == \~* ]]; then
        _files
        return
    fi
    while IFS=$'\t' read -r word about; do
        if [[ $word == *[/=] ]]; then
            open+=("$word")
            open_shown+=("$word${about:+  -- $about}")
        else
            whole+=("$word")
            whole_shown+=("$word${about:+  -- $about}")
        fi
    done < <(command judge complete zsh "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)
    (( $#open )) && compadd -S '' -d open_shown -- "${open[@]}"
    (( $#whole )) && compadd -d whole_shown -- "${whole[@]}"
}
if [[ ${funcstack[1]} == _judge ]]; then
    _judge "$@"
else
    compdef _judge judge
fi
