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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a store, with one directory per volume, called its entry.
 *
 * <p>Entries are built under a temporary name that begins with {@code .new-}, and renamed to one
 * that begins with {@code .trash-} before they are deleted.
 */
record VolumeFolder(Path path) {
  private static final String NEW = ".new-";
  private static final String TRASH = ".trash-";
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,100}");

  /** Throws if the name is invalid. */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new DataPlaneException(
          "'%s' is not a valid volume name; use 1 to 100 characters of a-z 0-9 -".formatted(name));
    }
    return name;
  }

  Path entry(String name) {
    return path.resolve(requireName(name));
  }

  boolean has(String name) {
    return Files.isDirectory(entry(name));
  }

  Path require(String name, String description) {
    if (!has(name)) {
      throw new DataPlaneException("volume '%s' does not exist in %s".formatted(name, description));
    }
    return entry(name);
  }

  Set<String> names() {
    return named().stream()
        .map(entry -> entry.getFileName().toString())
        .collect(Collectors.toUnmodifiableSet());
  }

  List<Path> named() {
    return entries(name -> !name.startsWith("."));
  }

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

  Path unfinished(Path entry) {
    return path.resolve(NEW + entry.getFileName() + "-" + UUID.randomUUID());
  }

  /**
   * Renames the entry for deletion. Leftovers are renamed, too, so that a process which still
   * writes to the old path fails.
   */
  Path trash(Path entry) throws IOException {
    return Files.move(
        entry, path.resolve(TRASH + UUID.randomUUID()), StandardCopyOption.ATOMIC_MOVE);
  }
}
