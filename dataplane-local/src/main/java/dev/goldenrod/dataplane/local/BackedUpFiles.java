package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of a data directory that a backup of its store must include. */
public final class BackedUpFiles {
  private static final Set<String> LEFT_OUT =
      Set.of(
          DataDirectory.BACKUPS,
          LocalRoot.FOLDER,
          DataDirectory.LOCK,
          DataDirectory.OWNER,
          DataDirectory.SOCKET,
          DataDirectory.STORE);

  private BackedUpFiles() {}

  /** Returns the files' paths relative to the data directory, sorted. */
  public static List<Path> of(Path directory) {
    return DataDirectory.OURS.stream()
        .filter(name -> !LEFT_OUT.contains(name))
        .map(directory::resolve)
        .filter(Files::exists)
        .flatMap(BackedUpFiles::files)
        .map(directory::relativize)
        .sorted()
        .toList();
  }

  private static Stream<Path> files(Path entry) {
    try (Stream<Path> tree = Files.walk(entry)) {
      return tree
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + entry, e);
    }
  }
}
