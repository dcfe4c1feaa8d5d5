package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a store, with one directory for each volume, its entry, named like the volume.
 *
 * <p>An entry is built under a name that begins with {@code .new-} and renamed when it is whole,
 * and renamed to one that begins with {@code .trash-} before it is deleted.
 */
record VolumeFolder(Path path) {
  private static final String NEW = ".new-";
  private static final String TRASH = ".trash-";

  Path entry(String name) {
    return path.resolve(NameLocks.requireName(name));
  }

  boolean has(String name) {
    return Files.isDirectory(entry(name));
  }

  /** The entry, which has to be there; the description tells people where it was looked for. */
  Path require(String name, String description) {
    if (!has(name)) {
      throw new DataPlaneException("volume '%s' does not exist in %s".formatted(name, description));
    }
    return entry(name);
  }

  /** The names of all volumes. */
  Set<String> names() {
    return named().stream()
        .map(entry -> entry.getFileName().toString())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The entries of all volumes. */
  List<Path> named() {
    return entries(name -> !name.startsWith("."));
  }

  /** What operations that were killed left behind. */
  List<Path> leftovers() {
    return entries(name -> name.startsWith(NEW) || name.startsWith(TRASH));
  }

  private List<Path> entries(Predicate<String> names) {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> names.test(file.getFileName().toString()))
          .filter(Files::isDirectory)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + path, e);
    }
  }

  /** Where to build the entry. */
  Path unfinished(Path entry) {
    return path.resolve(NEW + entry.getFileName() + "-" + UUID.randomUUID());
  }

  /**
   * Takes the entry out of use; renamed also when it is a leftover: a tool that still writes by its
   * old name then fails.
   */
  Path trash(Path entry) throws IOException {
    return Files.move(
        entry, path.resolve(TRASH + UUID.randomUUID()), StandardCopyOption.ATOMIC_MOVE);
  }
}
