package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of an installed PostgreSQL with the additional extension {@code places}: a table, a
 * sequence and a function that no role may call. Copied, since a server finds extensions relative
 * to its program.
 */
final class OwnExtension {
  private static final String CONTROL = "default_version = '1.0'\nrelocatable = false\n";
  private static final String SCRIPT =
      """
      CREATE TABLE @extschema@.place (id serial PRIMARY KEY, name text);
      SELECT pg_extension_config_dump('@extschema@.place', '');
      SELECT pg_extension_config_dump('@extschema@.place_id_seq', '');
      CREATE FUNCTION @extschema@.place_secret() RETURNS text LANGUAGE sql AS 'SELECT current_user';
      REVOKE ALL ON FUNCTION @extschema@.place_secret() FROM PUBLIC;
      """;

  private OwnExtension() {}

  /** Creates the copy below the folder; returns the folder of its programs. */
  static Path install(Path programs, Path folder) throws IOException {
    Path bin = folder(programs, "--bindir");
    Path copied = below(folder, bin);
    Files.createDirectories(copied);
    for (Path program : entries(bin)) {
      Files.copy(
          program, copied.resolve(program.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Path libraries = folder(programs, "--pkglibdir");
    Files.createDirectories(below(folder, libraries).getParent());
    Files.createSymbolicLink(below(folder, libraries), libraries);
    Path shared = folder(programs, "--sharedir");
    link(shared, below(folder, shared), "extension");
    Path extensions = shared.resolve("extension");
    link(extensions, below(folder, extensions), "");
    Files.writeString(below(folder, extensions).resolve("places.control"), CONTROL);
    Files.writeString(below(folder, extensions).resolve("places--1.0.sql"), SCRIPT);
    return copied;
  }

  private static void link(Path from, Path to, String without) throws IOException {
    Files.createDirectories(to);
    for (Path entry : entries(from)) {
      if (!entry.endsWith(without)) {
        Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
      }
    }
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  private static Path below(Path folder, Path absolute) {
    return folder.resolve(absolute.getRoot().relativize(absolute));
  }

  private static Path folder(Path programs, String option) {
    try {
      return Path.of(Tool.run(programs.resolve("pg_config").toString(), option).strip())
          .toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
