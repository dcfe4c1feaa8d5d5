package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no token, password or credential is in the store or in a log of any level. */
class SecretsStayOutTest {
  private static final int CALLS_WITH_SECRETS = 17;

  @TempDir static Path folder;

  private static Path file;
  private static Path log;
  private static List<String> secrets;

  @BeforeAll
  static void makeEveryCallInAProcessThatLogsEverything() throws Exception {
    file = Files.createDirectory(folder.resolve("data")).resolve("store");
    log = folder.resolve("log");
    Path list = folder.resolve("secrets");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace",
                "-Dorg.slf4j.simpleLogger.log.com.zaxxer.hikari=trace",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SecretCalls.class.getName(),
                file.toString(),
                list.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(8, TimeUnit.MINUTES)).as(Files.readString(log)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    } finally {
      process.destroyForcibly();
    }
    secrets = Files.readAllLines(list);
    assertThat(secrets).hasSize(CALLS_WITH_SECRETS).allMatch(secret -> secret.length() > 20);
  }

  @Test
  void no_secret_is_in_the_log() throws IOException {
    assertThat(Files.readString(log))
        .contains("[goldenrod-loop-", "DEBUG", "is Importing", "refused: ")
        .doesNotContain(secrets);
  }

  @Test
  void no_secret_is_in_any_column_of_any_table() throws SQLException {
    List<String> values = values();
    assertThat(values).contains(SecretCalls.EMAIL, "instance.credentials.read");
    assertThat(values)
        .allSatisfy(value -> assertThat(value).as("a stored value").doesNotContain(secrets));
  }

  private static List<String> values() throws SQLException {
    StoreOptions options = H2File.prepare(file);
    String url = Dialect.of(options).connectionUrl(options);
    List<String> values = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(url, options.user(), options.password());
        Statement statement = connection.createStatement()) {
      for (String table : tables(statement)) {
        try (ResultSet rows = statement.executeQuery("select * from " + table)) {
          while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              values.add(String.valueOf(rows.getString(i)));
            }
          }
        }
      }
    }
    return values;
  }

  private static List<String> tables(Statement statement) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "select table_schema, table_name from information_schema.tables"
                + " where table_type = 'BASE TABLE' and lower(table_schema) <> 'information_schema'")) {
      while (rows.next()) {
        tables.add("\"" + rows.getString(1) + "\".\"" + rows.getString(2) + "\"");
      }
    }
    return tables;
  }

  @Test
  void no_secret_is_in_the_bytes_of_any_file_of_the_store() throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      for (Path each : files.toList()) {
        byte[] bytes = Files.readAllBytes(each);
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain(secrets);
        assertThat(new String(bytes, StandardCharsets.UTF_16BE)).doesNotContain(secrets);
      }
    }
    assertThat(Files.readString(Path.of(file + ".mv.db"), StandardCharsets.ISO_8859_1))
        .contains(SecretCalls.EMAIL);
  }
}
