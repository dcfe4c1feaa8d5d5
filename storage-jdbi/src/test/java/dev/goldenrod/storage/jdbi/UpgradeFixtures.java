package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Stores of earlier releases, as written by {@code goldenrod backup}: {@code V21.jsonl} is the
 * {@code store.jsonl} of a backup whose newest migration was 21.
 */
final class UpgradeFixtures {
  private static final Path FOLDER =
      Path.of("src/test/resources/dev/goldenrod/storage/jdbi/upgrade");

  private UpgradeFixtures() {}

  static List<Integer> versions() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .map(name -> Integer.valueOf(name.replaceFirst("^V(\\d+)\\.jsonl$", "$1")))
          .sorted()
          .toList();
    }
  }

  static InputStream open(int version) throws IOException {
    return Files.newInputStream(FOLDER.resolve("V" + version + ".jsonl"));
  }
}
