package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Tells what Goldenrod keeps in a data directory from what is somebody else's. */
public final class DataFolder {
  private static final String NEW = ".new";
  private static final Set<String> MARKS = Set.of("id", "server.lock");
  private static final Set<String> OURS =
      Set.of("admin-token", "data-plane.lock", "id", "local", "secrets", "server.lock", "store");

  /** What a fresh file system holds already. */
  private static final String RECOVERED = "lost+found";

  private DataFolder() {}

  /**
   * Passes for a folder that is missing, empty, or a data directory already.
   *
   * @throws DataPlaneException for a folder that holds anything else, which is not touched
   */
  public static void requireUsable(Path folder) {
    if (!Files.exists(folder) || MARKS.stream().map(folder::resolve).anyMatch(Files::exists)) {
      return;
    }
    List<Path> others =
        entries(folder).stream()
            .filter(entry -> !isOurs(entry))
            .filter(entry -> !entry.endsWith(RECOVERED))
            .toList();
    if (!others.isEmpty()) {
      throw new DataPlaneException(
          "%s holds %s, so it is no data directory of Goldenrod; choose an empty or a new one"
              .formatted(folder, others.get(0).getFileName()));
    }
  }

  /** Whether a data plane was ever opened in the folder. */
  public static boolean hasDataPlane(Path folder) {
    return DataDirectory.isOne(folder);
  }

  /** Deletes what Goldenrod keeps in the folder, and the folder when nothing else is in it. */
  public static void delete(Path folder) throws IOException {
    for (Path entry : entries(folder)) {
      if (isOurs(entry)) {
        FileTrees.delete(entry);
      }
    }
    if (entries(folder).isEmpty()) {
      Files.delete(folder);
    }
  }

  private static boolean isOurs(Path entry) {
    String name = entry.getFileName().toString();
    return OURS.contains(name)
        || name.endsWith(NEW) && OURS.stream().anyMatch(ours -> name.startsWith(ours));
  }

  private static List<Path> entries(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }
}
