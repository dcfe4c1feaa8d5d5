package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Data sources without pooling. */
final class DataSources {
  private DataSources() {}

  static DataSource of(Credentials login) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    configure(source, login);
    return source;
  }

  static void configure(PGSimpleDataSource source, Credentials login) {
    source.setServerNames(new String[] {login.host()});
    source.setPortNumbers(new int[] {login.port()});
    source.setDatabaseName(login.dbname());
    source.setUser(login.username());
    source.setPassword(login.password());
  }

  /** Returns the URL without user and password. */
  static String jdbcUrl(Credentials login) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(
            login.host(), login.port(), URLEncoder.encode(login.dbname(), StandardCharsets.UTF_8));
  }
}
