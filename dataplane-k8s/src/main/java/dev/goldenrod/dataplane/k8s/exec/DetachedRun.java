package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.k8s.exec.DetachedTools.CommandMismatchException;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import okio.ByteString;

/**
 * One run of a tool that continues in its pod while no server is connected. A server that uses the
 * same name and command attaches to the same run, and gets its output from the first line. Used by
 * one thread.
 *
 * <p>The output is a file beside the tools' other files. The process id and the exit code are in
 * memory, so that they vanish with the pod.
 */
final class DetachedRun {
  /**
   * Starts the command unless its name is taken, and prints its output from a byte on, until it
   * ends or all pauses are over. The last line of standard error is the state.
   */
  private static final String FOLLOW =
      """
      umask 077
      cd "$1" || exit
      run=$2/$3; print=$4; from=$5; pauses=$6; wrapper=$7
      out=$1/$3.out
      shift 7
      begun=
      for pause in 0 $pauses; do
        sleep "$pause"
        if ! claim=$(readlink "$run.claim"); then
          if [ -z "$begun" ]; then
            sh -c "$wrapper" "$run" "$print" "$out" "$@" > /dev/null 2>&1 < /dev/null &
            begun=yes
          fi
          continue
        fi
        if [ "${claim#*.}" != "$print" ]; then echo other >&2; exit; fi
        state=
        if [ -f "$run.status" ] || ! kill -0 "${claim%%.*}" 2> /dev/null; then
          state=killed
          [ ! -f "$run.status" ] || read -r state < "$run.status"
        fi
        if [ -f "$out" ]; then
          size=$(wc -c < "$out")
          if [ "$((size))" -ge "$from" ]; then
            tail -c "+$from" "$out" | head -c "$((size - from + 1))"
            from=$((size + 1))
          fi
        fi
        if [ -n "$state" ]; then echo "$state" >&2; exit; fi
      done
      echo running >&2
      """;

  /**
   * The process that creates the link first runs the command. The rename makes the exit code's file
   * appear as a whole.
   */
  private static final String WRAPPER =
      """
      ln -s "$$.$1" "$0.claim" || exit
      run=$0; out=$2
      shift 2
      env "$@" > "$out" 2>&1
      code=$?
      room=room
      [ "$code" = 0 ] || head -c 65536 /dev/zero > "$out.room" || room=full
      rm -f "$out.room"
      echo "ended $code $room" > "$run.new" && mv "$run.new" "$run.status"
      """;

  /** A short tool ends within the first call. */
  private static final String FIRST_PAUSES = "0.02 0.05 0.1 0.1 0.2 0.2 0.3 0.5 0.5 1 1 1 1";

  private static final String LATER_PAUSES = "1 ".repeat(20);
  private static final int MOST_STARTS = 5;
  private static final byte[] NOTHING = {};

  private final EnginePod pod;
  private final PodCallRetry retry;
  private final String name;
  private final String fingerprint;
  private final List<String> command;
  private final LineSplitter lines;
  private long received;
  private int polls;

  /**
   * @param command preceded by its environment, as {@code env} takes it
   */
  DetachedRun(
      EnginePod pod, PodCallRetry retry, String name, List<String> command, Consumer<String> line) {
    this.pod = pod;
    this.retry = retry;
    this.name = name;
    this.command = List.copyOf(command);
    this.fingerprint =
        ByteString.encodeUtf8(String.join("\0", command)).sha256().hex().substring(0, 16);
    this.lines = new LineSplitter(line);
  }

  /**
   * @throws CommandMismatchException if another command has the name
   */
  int awaitEnd() {
    int starts = 0;
    while (true) {
      retry.requireNotCancelled();
      String[] state = retry.call(this::poll).split(" ");
      switch (state[0]) {
        case "ended" -> {
          lines.end();
          requireRoom(state);
          return Integer.parseInt(state[1]);
        }
        case "other" ->
            throw new CommandMismatchException(
                "%s of pod %s runs another command".formatted(name, pod.name()));
        case "killed" ->
            throw new DataPlaneException(
                "'%s' was killed in pod %s".formatted(program(), pod.name()));
        default -> {
          if (received == 0 && polls > 1 && !isClaimed() && ++starts == MOST_STARTS) {
            throw new DataPlaneException(
                "'%s' cannot be started in pod %s".formatted(program(), pod.name()));
          }
        }
      }
    }
  }

  boolean isClaimed() {
    String claim = PodLayout.PRIVATE.resolve(name + ".claim").toString();
    List<String> command = List.of("sh", "-c", "readlink \"$0\" || true", claim);
    return !retry.call(() -> pod.output(command)).isBlank();
  }

  private String poll() {
    List<String> words =
        EnginePod.shell(
            FOLLOW,
            PodLayout.SCRATCH.toString(),
            PodLayout.PRIVATE.toString(),
            name,
            fingerprint,
            Long.toString(received + 1),
            polls == 0 ? FIRST_PAUSES : LATER_PAUSES,
            WRAPPER);
    words.addAll(command);
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    int exitCode =
        pod.run(
            words,
            NOTHING,
            this::accept,
            errors -> state.writeBytes(errors.toByteArray()),
            retry.cancelled());
    polls++;
    List<String> last = state.toString(StandardCharsets.UTF_8).strip().lines().toList();
    if (exitCode != 0 || last.isEmpty()) {
      throw new DataPlaneException(
          "'%s' cannot be run in pod %s: %s".formatted(program(), pod.name(), last));
    }
    return last.get(last.size() - 1);
  }

  /** Counts the bytes, so that they are not requested again after a broken connection. */
  private void accept(ByteString bytes) {
    received += bytes.size();
    lines.accept(bytes);
  }

  private void requireRoom(String[] state) {
    if (state[2].equals("full")) {
      throw new DataPlaneException(
          "'%s' ended with exit code %s in pod %s: No space left on device"
              .formatted(program(), state[1], pod.name()));
    }
  }

  private String program() {
    return command.stream().filter(word -> !word.contains("=")).findFirst().orElse(name);
  }
}
