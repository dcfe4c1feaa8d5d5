package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.s3.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills an export to S3, repeats it, and imports the archive. */
@Tag("slow")
class S3ArchiveIT {
  private static final String OBJECT = "s3://backups/nightly/shop.goldenrod";
  private static final String FILL =
      """
      CREATE TABLE tea AS SELECT n, sha512(n::text::bytea) AS leaf
      FROM generate_series(1, 200000) AS n""";
  private static final String SUM = "SELECT count(*) || md5(string_agg(leaf::text, '')) FROM tea";

  @TempDir private Path folder;
  private final S3Server s3 = new S3Server();
  private ServerProcess server;
  private CommandLine shell;

  @BeforeEach
  void start() throws IOException {
    server = ServerProcess.in(folder).start();
    shell = new CommandLine(server, folder.resolve("home"));
    Path aws = Files.createDirectories(folder.resolve("home/.aws"));
    Files.writeString(aws.resolve("config"), "[default]\nendpoint_url = %s\n".formatted(s3.url()));
    Files.writeString(aws.resolve("credentials"), s3.credentialsFile());
  }

  @AfterEach
  void stop() {
    server.close();
    s3.close();
  }

  @Test
  void two_hundred_thousand_rows_leave_in_spite_of_a_kill_and_come_back() throws Exception {
    done("goldenrod database create shop --version 15");
    String rows = filled(out("goldenrod url shop --jdbc"));
    done("goldenrod snapshot create shop monday");

    CommandLine.Running killed = shell.begin("goldenrod", "export", "monday", "--to", OBJECT);
    await("a part").until(() -> s3.parts() > 0);
    killed.kill();
    assertThat(killed.code()).isNotZero();
    int before = s3.parts();
    assertThat(shell.sh("goldenrod import archive back --from " + OBJECT).code()).isEqualTo(3);
    done("goldenrod export monday --to " + OBJECT);
    int all = s3.parts();

    done("goldenrod import archive back --from " + OBJECT);
    done("goldenrod clone create back one");
    assertThat(read(out("goldenrod url one --jdbc"), SUM)).isEqualTo(rows).startsWith("200000");
    assertThat(s3.uploads()).isEmpty();
    assertThat(all - before).as("%d were there", before).isPositive().isLessThan(all);
    assertThat(shell.sh("goldenrod export monday --to " + OBJECT).code()).isEqualTo(5);
  }

  private void done(String line) throws Exception {
    out(line);
  }

  private String out(String line) throws Exception {
    CommandLine.Result result = shell.sh(line);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out().strip();
  }

  private static String filled(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(FILL);
    }
    return read(url, SUM);
  }

  private static String read(String url, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
