package dev.goldenrod.spring;

import dev.goldenrod.instance.Credentials;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A login as Spring Boot's properties have it. */
record JdbcLogin(String url, String username, String password) {
  static JdbcLogin of(Credentials clone) {
    return new JdbcLogin(clone.jdbcUrl(), clone.username(), clone.password());
  }

  /** The login of a database that is being filled. */
  static JdbcLogin of(DataSource database) throws SQLException {
    PGSimpleDataSource source = database.unwrap(PGSimpleDataSource.class);
    return new JdbcLogin(source.getURL(), source.getUser(), source.getPassword());
  }

  @Override
  public String toString() {
    return url;
  }
}
