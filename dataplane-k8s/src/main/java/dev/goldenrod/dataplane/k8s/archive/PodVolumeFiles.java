package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.dataplane.archive.ArchivedFile;
import dev.goldenrod.dataplane.archive.ArchivedFile.Kind;
import dev.goldenrod.dataplane.archive.FilePieces;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodFiles.Range;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a data directory on the volume of a pod. Thread-safe.
 *
 * @param pod returns the pod that has the volume mounted now
 */
record PodVolumeFiles(Supplier<EnginePod> pod) implements FilePieces {
  private static final int MOST_FILES = 1_000_000;
  private static final String LIST =
      "cd \"$1\" && find . -mindepth 1 -exec stat -c '%f %s %n' {} +";
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{1,8}) (\\d{1,18}) \\./(.+)");
  private static final int KIND = 0xf000;
  private static final int PLAIN = 0x8000;
  private static final int FOLDER = 0x4000;

  SortedMap<String, ArchivedFile> list() {
    EnginePod asked = pod.get();
    SortedMap<String, ArchivedFile> found = new TreeMap<>();
    int exitCode =
        asked
            .exec()
            .run(
                asked.name(),
                List.of("sh", "-c", LIST, "sh", PodLayout.DATA.toString()),
                new byte[0],
                line -> add(line, found),
                () -> false);
    if (exitCode != 0) {
      throw new DataPlaneException(
          "cannot list the files of pod %s: exit code %d".formatted(asked.name(), exitCode));
    }
    return found;
  }

  private static void add(String line, SortedMap<String, ArchivedFile> found) {
    Matcher told = LINE.matcher(line);
    if (!told.matches() || found.size() >= MOST_FILES) {
      throw new ArchiveRefusedException(
          "the snapshot cannot be exported: its data directory has unusual or too many files; dump the database instead");
    }
    int kind = Integer.parseUnsignedInt(told.group(1), 16) & KIND;
    found.put(told.group(3), file(kind, Long.parseLong(told.group(2))));
  }

  private static ArchivedFile file(int kind, long size) {
    if (kind == FOLDER) {
      return new ArchivedFile(Kind.FOLDER, 0);
    }
    return kind == PLAIN ? new ArchivedFile(Kind.PLAIN, size) : new ArchivedFile(Kind.OTHER, 0);
  }

  @Override
  public void read(List<Piece> pieces) {
    List<Range> ranges =
        pieces.stream()
            .map(piece -> new Range(piece.path(), piece.position(), piece.target().remaining()))
            .toList();
    byte[] all = pod.get().files(() -> false).readAll(PodLayout.DATA, ranges);
    int at = 0;
    for (Piece piece : pieces) {
      int length = piece.target().remaining();
      piece.target().put(all, at, length);
      at += length;
    }
  }
}
