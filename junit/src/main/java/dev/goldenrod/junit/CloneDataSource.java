package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A data source of a clone that may use a connection opened in advance. */
final class CloneDataSource extends PGSimpleDataSource {
  private static final long serialVersionUID = 1L;

  private final transient FirstConnection first;
  private final transient Credentials login;
  private final String usualUrl;

  CloneDataSource(Credentials login, FirstConnection first) {
    this.login = login;
    this.first = first;
    DataSources.configure(this, login);
    this.usualUrl = getUrl();
  }

  /** Uses the connection opened in advance only if login and options are unchanged. */
  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Optional<Connection> opened = isUsual(user, password) ? first.take() : Optional.empty();
    return opened.isPresent() ? opened.get() : super.getConnection(user, password);
  }

  private boolean isUsual(@Nullable String user, @Nullable String password) {
    return login.username().equals(user)
        && login.password().equals(password)
        && usualUrl.equals(getUrl());
  }
}
