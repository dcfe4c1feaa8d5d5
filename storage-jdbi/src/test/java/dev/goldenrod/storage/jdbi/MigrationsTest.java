package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that migrations are compatible with the previous release, which keeps running while the
 * first server of a new release migrates the tables. A later release removes what no release uses
 * any more, in a migration that begins with a line such as {@code -- contract: unused since 0.2}.
 */
class MigrationsTest {
  private static final Path MIGRATIONS =
      Path.of("src/main/resources/dev/goldenrod/storage/jdbi/migration");

  /** Earlier migrations required that all servers were replaced at once. */
  private static final int FIRST_BESIDE_OLDER_SERVERS = 14;

  private static final Pattern CONTRACT =
      Pattern.compile("-- contract: unused since \\d+\\.\\d+.*");

  /** Statements that remove something, or that reject the writes of an older server. */
  private static final List<Pattern> BREAKING =
      Stream.of(
              "\\bdrop\\b",
              "\\brename\\b",
              "\\btruncate\\b",
              "\\bdelete from\\b",
              "\\balter column\\b",
              "\\badd constraint\\b",
              "\\badd column\\b(?!.*\\bdefault\\b).*\\bnot null\\b")
          .map(Pattern::compile)
          .toList();

  private static final Pattern UNIQUE =
      Pattern.compile("\\bcreate unique index \\S+ on (\\S+) ?\\((.*)\\)");

  static List<Path> migrations() throws IOException {
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      return files.filter(file -> number(file) >= FIRST_BESIDE_OLDER_SERVERS).sorted().toList();
    }
  }

  private static int number(Path file) {
    return Integer.parseInt(file.getFileName().toString().replaceAll("^V(\\d+)__.*", "$1"));
  }

  @Test
  void a_start_knows_newest_and_checksum_of_the_migrations() {
    List<MigrationInfo> all =
        List.of(
            Migrations.configuration()
                .dataSource("jdbc:h2:mem:", "goldenrod", "")
                .load()
                .info()
                .all());

    assertThat(all)
        .last()
        .returns(String.valueOf(Migrations.NEWEST), newest -> newest.getVersion().getVersion());
    assertThat(all.stream().mapToLong(MigrationInfo::getChecksum).sum())
        .isEqualTo(Migrations.CHECKSUM);
  }

  @ParameterizedTest
  @MethodSource("migrations")
  void a_migration_leaves_what_the_release_before_needs(Path file) throws IOException {
    assertThat(breaking(Files.readString(file))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop table orphans",
        "alter table orgs drop column name",
        "alter table orgs rename column name to title",
        "alter table orgs add column title varchar not null",
        "ALTER TABLE orgs\n  ALTER COLUMN name SET NOT NULL",
        "alter table orgs add constraint one unique (name)",
        "create unique index one on orgs (name)",
        "delete from orgs"
      })
  void what_breaks_the_release_before_is_found_unless_that_needs_it_no_more(String statement) {
    assertThat(breaking("-- why\n" + statement + ";")).hasSize(1);
    assertThat(breaking("-- contract: unused since 0.2\n" + statement + ";")).isEmpty();
  }

  @Test
  void what_adds_is_no_break() {
    assertThat(
            breaking(
                "alter table orgs add column title varchar;\n-- drop\n"
                    + "alter table orgs add column n int default 0 not null;\n"
                    + "create table t (id uuid not null primary key);"))
        .isEmpty();
  }

  @Test
  void what_is_unique_with_a_column_that_older_servers_leave_without_a_value_is_no_break() {
    String added = "alter table orgs add column title varchar;\n";

    assertThat(breaking(added + "create unique index one on orgs (name, title);")).isEmpty();
    assertThat(breaking(added + "create unique index one on orgs (name);")).hasSize(1);
    assertThat(breaking(added + "create unique index one on users (title);")).hasSize(1);
    assertThat(
            breaking(
                "alter table orgs add column title varchar default '';"
                    + "create unique index one on orgs (title);"))
        .hasSize(1);
  }

  /** Returns the statements that would break an older server. */
  private static List<String> breaking(String migration) {
    if (CONTRACT.matcher(migration.lines().findFirst().orElse("")).matches()) {
      return List.of();
    }
    String sql = migration.replaceAll("--[^\n]*", " ").replaceAll("\\s+", " ").toLowerCase();
    return Stream.of(sql.split(";"))
        .filter(
            one ->
                BREAKING.stream().anyMatch(pattern -> pattern.matcher(one).find())
                    || refusesOlderRows(one, sql))
        .toList();
  }

  /** A unique index accepts older servers' rows if they lack a value in one of its columns. */
  private static boolean refusesOlderRows(String statement, String migration) {
    Matcher index = UNIQUE.matcher(statement);
    return index.find()
        && Stream.of(index.group(2).split(",\\s*"))
            .noneMatch(column -> addsWithoutValue(migration, index.group(1), column));
  }

  private static boolean addsWithoutValue(String migration, String table, String column) {
    String addition = "alter table " + table + " add column " + column + " ";
    return Stream.of(migration.split(";"))
        .map(String::strip)
        .anyMatch(one -> one.startsWith(addition) && !one.contains(" default "));
  }
}
