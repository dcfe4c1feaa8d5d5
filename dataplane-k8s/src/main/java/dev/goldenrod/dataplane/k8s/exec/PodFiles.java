package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The files of a pod, whatever they hold. Thread-safe. */
public final class PodFiles {
  private static final int PIECE = 8 << 20;
  private static final byte[] NOTHING = {};
  private static final Duration LONGEST_PIECE = Duration.ofMinutes(2);
  private static final String LIST = "cd \"$1\" 2> /dev/null || exit 0; find . -type f";
  private static final String SIZE = "wc -c < \"$1\"";
  private static final String READ = "tail -c \"+$2\" -- \"$1\" | head -c \"$3\"";
  private static final String CREATE = "umask 077; mkdir -p \"${1%/*}\" && : > \"$1.new\"";
  private static final String APPEND =
      """
      set -e
      [ "$(wc -c < "$1.new")" -eq "$2" ]
      cat >> "$1.new"
      """;
  private static final String FINISH =
      """
      set -e
      [ "$(wc -c < "$1.new")" -eq "$2" ]
      mv -f "$1.new" "$1"
      """;

  private final EnginePod pod;
  private final BooleanSupplier cancelled;

  PodFiles(EnginePod pod, BooleanSupplier cancelled) {
    this.pod = pod;
    this.cancelled = cancelled;
  }

  /** The paths of all files below the folder, as seen from it; empty when there is none. */
  public Set<String> list(Path folder) {
    return pod.output(shell(LIST, folder.toString()))
        .lines()
        .map(line -> line.replaceFirst("^\\./", ""))
        .collect(Collectors.toSet());
  }

  /**
   * Makes the file, and the folders that it is in, with what a file of another pod has, which is
   * not written to meanwhile. It is there as a whole or not at all.
   *
   * @throws DataPlaneException when there is no such file, or a connection breaks
   */
  public void copy(PodFiles other, Path from, Path to) {
    long size = Long.parseLong(other.pod.output(shell(SIZE, from.toString())).strip());
    pod.output(shell(CREATE, to.toString()));
    for (long copied = 0; copied < size; copied += PIECE) {
      append(to, copied, other.read(from, copied, (int) Math.min(PIECE, size - copied)));
    }
    pod.output(shell(FINISH, to.toString(), Long.toString(size)));
  }

  /** Makes the file, and the folders that it is in. */
  public void write(Path file, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    pod.output(shell(CREATE, file.toString()));
    append(file, 0, bytes);
    pod.output(shell(FINISH, file.toString(), Integer.toString(bytes.length)));
  }

  private void append(Path file, long size, byte[] piece) {
    List<String> command = shell(APPEND, file.toString(), Long.toString(size));
    pod.exec().output(pod.name(), command, piece, LONGEST_PIECE, cancelled);
  }

  private byte[] read(Path file, long from, int count) {
    ByteArrayOutputStream read = new ByteArrayOutputStream(count);
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int exitCode =
        pod.exec()
            .run(
                pod.name(),
                shell(READ, file.toString(), Long.toString(from + 1), Integer.toString(count)),
                NOTHING,
                bytes -> read.writeBytes(bytes.toByteArray()),
                bytes -> errors.writeBytes(bytes.toByteArray()),
                cancelled);
    if (exitCode != 0 || read.size() != count) {
      throw new DataPlaneException(
          "%s cannot be read in pod %s: %d of %d bytes from %d on; %s"
              .formatted(
                  file,
                  pod.name(),
                  read.size(),
                  count,
                  from,
                  errors.toString(StandardCharsets.UTF_8).strip()));
    }
    return read.toByteArray();
  }

  private static List<String> shell(String script, String... arguments) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    words.addAll(List.of(arguments));
    return words;
  }
}
