package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The files of a pod. Thread-safe. */
public final class PodFiles {
  private static final int PIECE = 8 << 20;
  private static final byte[] NOTHING = {};
  private static final Duration LONGEST_PIECE = Duration.ofMinutes(2);
  private static final String LIST = "cd \"$1\" 2> /dev/null || exit 0; find . -type f";
  private static final String SIZE = "wc -c < \"$1\"";
  private static final String SIZE_IF_THERE = "[ ! -e \"$1\" ] && echo 0 || wc -c < \"$1\"";
  private static final String READ = "tail -c \"+$2\" -- \"$1\" | head -c \"$3\"";
  private static final String READ_ALL =
      """
      set -e
      cd "$1"
      tail -c "+$3" -- "./$2" | head -c "$4"
      xargs cat --
      [ -z "$5" ] || head -c "$6" -- "./$5"
      """;
  private static final String UNPACK = "umask 077; mkdir -p \"$1\" && tar -x -f - -C \"$1\"";

  /** Overwrites the remains of a call that was interrupted. */
  private static final String WRITE_AT =
      """
      set -e
      umask 077
      [ -e "$1" ] || : > "$1"
      size=$(wc -c < "$1")
      [ "$size" -ge "$2" ]
      [ "$size" -eq "$2" ] || truncate -s "$2" "$1"
      cat >> "$1"
      [ "$(wc -c < "$1")" -eq "$3" ]
      """;

  /** Appends only after all bytes have arrived. */
  private static final String APPEND_ONCE =
      """
      set -e
      umask 077
      [ -e "$1" ] || : > "$1"
      cat > "$1.$4"
      [ "$(wc -c < "$1.$4")" -eq "$3" ]
      exec 9> "$1.lock"
      flock 9
      size=$(wc -c < "$1")
      [ "$size" -ne "$2" ] || cat "$1.$4" >> "$1"
      rm -f "$1.$4"
      echo "$size"
      """;

  private static final String CREATE = "umask 077; mkdir -p \"${1%/*}\" && : > \"$1.new\"";
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

  /** Returns the relative paths of all files below the folder; empty if it is missing. */
  public Set<String> list(Path folder) {
    return pod.output(EnginePod.shell(LIST, folder.toString()))
        .lines()
        .map(line -> line.replaceFirst("^\\./", ""))
        .collect(Collectors.toSet());
  }

  /**
   * Copies another pod's file, which must not change meanwhile, and creates its parent folders. The
   * copy appears as a whole or not at all.
   */
  public void copy(PodFiles other, Path from, Path to) {
    long size = Long.parseLong(other.pod.output(EnginePod.shell(SIZE, from.toString())).strip());
    pod.output(EnginePod.shell(CREATE, to.toString()));
    for (long copied = 0; copied < size; copied += PIECE) {
      writeAt(
          unfinished(to), copied, other.read(from, copied, (int) Math.min(PIECE, size - copied)));
    }
    pod.output(EnginePod.shell(FINISH, to.toString(), Long.toString(size)));
  }

  public void write(Path file, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    pod.output(EnginePod.shell(CREATE, file.toString()));
    writeAt(unfinished(file), 0, bytes);
    pod.output(EnginePod.shell(FINISH, file.toString(), Integer.toString(bytes.length)));
  }

  /**
   * A part of a file.
   *
   * @param path relative; letters, digits, dots, slashes, {@code _} and {@code -}
   * @param position of its first byte
   * @param count of bytes, at least 1
   */
  public record Range(String path, long position, int count) {}

  /**
   * Returns the bytes of all ranges, at least one, concatenated. Only the first may begin, and only
   * the last may end, inside of its file.
   */
  public byte[] readAll(Path folder, List<Range> ranges) {
    Range first = ranges.get(0);
    Range last = ranges.size() > 1 ? ranges.get(ranges.size() - 1) : new Range("", 0, 0);
    List<String> command =
        EnginePod.shell(
            READ_ALL,
            folder.toString(),
            first.path(),
            Long.toString(first.position() + 1),
            Integer.toString(first.count()),
            last.path(),
            Integer.toString(last.count()));
    String between =
        ranges.stream()
            .skip(1)
            .limit(Math.max(0, ranges.size() - 2))
            .map(range -> "./%s\n".formatted(range.path()))
            .collect(Collectors.joining());
    int count = ranges.stream().mapToInt(Range::count).sum();
    return read(folder.toString(), command, between.getBytes(StandardCharsets.UTF_8), count);
  }

  public byte[] read(Path file, long from, int count) {
    List<String> command =
        EnginePod.shell(READ, file.toString(), Long.toString(from + 1), Integer.toString(count));
    return read("%s from %d on".formatted(file, from), command, NOTHING, count);
  }

  /**
   * Unpacks a tar archive, which is trusted, into the folder, which is created if missing. May be
   * repeated.
   */
  public void unpack(Path folder, byte[] tar) {
    pod.output(EnginePod.shell(UNPACK, folder.toString()), tar, LONGEST_PIECE, cancelled);
  }

  /** Returns the file's size in bytes; 0 if it is missing. */
  public long size(Path file) {
    return number(pod.output(EnginePod.shell(SIZE_IF_THERE, file.toString())));
  }

  /** Appends the bytes if the file has that size, 0 if missing; returns the former size. */
  public long appendOnce(Path file, long size, byte[] bytes) {
    List<String> command =
        EnginePod.shell(
            APPEND_ONCE,
            file.toString(),
            Long.toString(size),
            Integer.toString(bytes.length),
            UUID.randomUUID().toString());
    return number(pod.output(command, bytes, LONGEST_PIECE, cancelled));
  }

  private long number(String printed) {
    String text = printed.strip();
    if (!text.matches("\\d{1,18}")) {
      throw new DataPlaneException(
          "pod %s printed something other than a number".formatted(pod.name()));
    }
    return Long.parseLong(text);
  }

  /** Writes the bytes at the position and truncates the file after them. May be repeated. */
  public void writeAt(Path file, long position, byte[] bytes) {
    String end = Long.toString(position + bytes.length);
    List<String> command = EnginePod.shell(WRITE_AT, file.toString(), Long.toString(position), end);
    pod.output(command, bytes, LONGEST_PIECE, cancelled);
  }

  private static Path unfinished(Path file) {
    return Path.of(file + ".new");
  }

  private byte[] read(String what, List<String> command, byte[] input, int count) {
    ByteArrayOutputStream read = new ByteArrayOutputStream(count);
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int exitCode =
        pod.run(
            command,
            input,
            bytes -> read.writeBytes(bytes.toByteArray()),
            bytes -> errors.writeBytes(bytes.toByteArray()),
            cancelled);
    if (exitCode != 0 || read.size() != count) {
      throw new DataPlaneException(
          "%s cannot be read in pod %s: %d of %d bytes; %s"
              .formatted(
                  what,
                  pod.name(),
                  read.size(),
                  count,
                  errors.toString(StandardCharsets.UTF_8).strip()));
    }
    return read.toByteArray();
  }
}
