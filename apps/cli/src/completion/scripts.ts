export const shells = ['bash', 'zsh', 'fish'] as const;

/**
 * Bash cuts words at `=` and `:`, which a shell would not, and hands them over as typed: the pieces
 * are joined again, and what it will not replace is taken off the answers.
 */
const bash = `# Completion of mem for bash.
_mem() {
  local rest=\${COMP_LINE:0:COMP_POINT} trimmed piece lead= line kind= index
  local -a words=()
  COMPREPLY=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    trimmed=\${rest#"\${rest%%[![:space:]]*}"}
    piece=\${COMP_WORDS[index]}
    ((index == COMP_CWORD)) && piece=$trimmed
    if ((index > 0)) && [[ $rest == "$trimmed" && -n $rest ]]; then
      lead=\${words[\${#words[@]}-1]}
      words[\${#words[@]}-1]=$lead$piece
      [[ $piece == [=:] ]] && lead=$lead$piece
    else
      lead=
      words+=("$piece")
    fi
    rest=\${trimmed#"$piece"}
  done
  lead=\${lead//\\\\/}
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
      continue
    fi
    line=\${line%%$'\\t'*}
    line=\${line#"$lead"}
    # What a memory is called must not become a command.
    case $piece in
      \\"*)
        # A "!" between such quotes cannot be made harmless.
        [[ $line == *!* ]] && continue
        line=\${line//\\\\/\\\\\\\\} line=\${line//\\"/\\\\\\"} line=\${line//\\$/\\\\\\$} line=\${line//\\\`/\\\\\\\`}
        ;;
      \\'*) line=\${line//\\'/\\'\\\\\\'\\'} ;;
      *) printf -v line %q "$line" ;;
    esac
    COMPREPLY+=("$line")
  done < <(command mem __complete raw "\${words[@]:1}" 2>/dev/null </dev/null)
  case $kind in
    file) compopt -o default 2>/dev/null ;;
    directory) compopt -o dirnames 2>/dev/null ;;
  esac
}
complete -F _mem mem
`;

const zsh = `#compdef mem
# Completion of mem for zsh.
_mem() {
  local -a lines values shown
  local line
  lines=("\${(@f)$(command mem __complete plain "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  case $lines[1] in
    file) compset -P '--*='; _files ;;
    directory) compset -P '--*='; _files -/ ;;
    words)
      for line in "\${(@)lines[2,-1]}"; do
        values+=("\${line%%$'\\t'*}")
        shown+=("\${line/$'\\t'/  -- }")
      done
      (( $#values )) && compadd -l -d shown -a values
      ;;
  esac
}
if [[ $funcstack[1] == _mem ]]; then _mem "$@"; else compdef _mem mem; fi
`;

const fish = `# Completion of mem for fish.
function __mem_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l answer (command mem __complete raw $words "$current" 2>/dev/null </dev/null)
    set -l lead (string match -r '^--[a-z-]+=' -- "$current")
    set -l path (string replace -r '^--[a-z-]+=' '' -- "$current")
    switch "$answer[1]"
        case file
            printf "$lead%s\\n" (__fish_complete_path "$path")
        case directory
            printf "$lead%s\\n" (__fish_complete_directories "$path")
        case words
            set -e answer[1]
            printf '%s\\n' $answer
    end
end
complete -c mem -f -a '(__mem_complete)'
`;

export const completionScripts = { bash, zsh, fish } as const;
