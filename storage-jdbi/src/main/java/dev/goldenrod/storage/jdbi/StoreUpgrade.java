package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateOutput;

/**
 * The changes that this release would make to a store, tried on a copy.
 *
 * @param contents the present contents of the store
 * @param steps the pending migrations, in their order
 */
public record StoreUpgrade(StoreContents contents, List<Step> steps) {
  private static final Pattern TOUCHED =
      Pattern.compile(
          "\\b(?:alter table|update|insert into|delete from|on|drop table) ([a-z_]+)\\b");

  /**
   * A migration.
   *
   * @param duration the time that it took on the copy, in milliseconds precision
   * @param rows the number of rows of each table that it changes
   */
  public record Step(int version, String description, Duration duration, Map<String, Long> rows) {}

  /**
   * Runs the migrations on a copy of the store.
   *
   * @param folder the directory for the copy, an H2 file; deleted by the caller
   * @throws StoreException if the dump is malformed or of a newer release, or if a migration fails
   *     on these rows
   */
  public static StoreUpgrade rehearse(InputStream dump, Path folder) {
    Path file = folder.resolve("rehearsal");
    StoreContents contents = StoreBackup.restoreH2(file, dump);
    StoreOptions copy = H2File.prepare(file);
    Flyway flyway = Migrations.configuration(Dialect.H2, copy).load();
    try {
      List<Step> steps = new ArrayList<>();
      flyway.migrate().migrations.forEach(done -> steps.add(step(done, contents)));
      return new StoreUpgrade(contents, List.copyOf(steps));
    } catch (FlywayException e) {
      throw new StoreException(
          "the upgrade of a copy of the store failed; keep your current release: " + e.getMessage(),
          e);
    }
  }

  private static Step step(MigrateOutput done, StoreContents contents) {
    Map<String, Long> rows = new LinkedHashMap<>();
    Matcher tables = TOUCHED.matcher(script(done.description, done.version));
    while (tables.find()) {
      Long count = contents.rows().get(tables.group(1));
      if (count != null) {
        rows.put(tables.group(1), count);
      }
    }
    return new Step(
        Integer.parseInt(done.version),
        done.description,
        Duration.ofMillis(done.executionTime),
        rows);
  }

  private static String script(String description, String version) {
    String name = "migration/V%s__%s.sql".formatted(version, description.replace(' ', '_'));
    try (InputStream in = StoreUpgrade.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
