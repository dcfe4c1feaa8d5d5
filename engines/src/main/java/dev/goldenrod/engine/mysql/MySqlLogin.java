package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.mariadb.jdbc.Driver;

/**
 * Connections to servers on this machine over TLS. A password is only sent to a server with a
 * trusted certificate, by default of the CA that was created with the data.
 *
 * @param authorities further CA certificates to trust, as PEM
 */
record MySqlLogin(PrivateFiles files, Optional<String> authorities) {
  private static final String LOOPBACK = "127.0.0.1";

  static final String ADMIN = "goldenrod_admin";

  /** File beside the data with the CA certificate of the server. */
  static final String AUTHORITY = "server-ca.pem";

  static final int WRONG_PASSWORD = 1045;

  private static final int UNUSED_PORT = 1;
  private static final String LONGEST_LOGIN_MILLIS = "20000";
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();
  private static final AtomicBoolean WARM = new AtomicBoolean();

  /** Loads, once, what would slow down the first login. */
  static void warmUp() {
    if (!WARM.compareAndSet(false, true)) {
      return;
    }
    try {
      SSLEngine client = SSLContext.getDefault().createSSLEngine();
      client.setUseClientMode(true);
      client.wrap(NOTHING, ByteBuffer.allocate(client.getSession().getPacketBufferSize()));
      connect(UNUSED_PORT, "none", "none", "").close();
    } catch (SQLException | IOException | GeneralSecurityException e) {
      // Expected, because the port is closed.
      return;
    }
  }

  /** Logs in over loopback, without selecting a database. */
  Connection open(int port, String user, String password) throws SQLException {
    return connect(port, user, password, trusted());
  }

  /** Logs in as the administrator, with the first of its passwords that the server accepts. */
  Connection openAsAdmin(int port) throws SQLException {
    Iterator<AdminPassword> left = AdminPassword.of(files).iterator();
    while (true) {
      try {
        return open(port, ADMIN, left.next().text());
      } catch (SQLException e) {
        if (!left.hasNext() || e.getErrorCode() != WRONG_PASSWORD) {
          throw e;
        }
      }
    }
  }

  private static Connection connect(int port, String user, String password, String authority)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("sslMode", "verify-ca");
    properties.setProperty("serverSslCert", authority);
    properties.setProperty("connectTimeout", "10000");
    properties.setProperty("socketTimeout", LONGEST_LOGIN_MILLIS);
    properties.setProperty("allowLocalInfile", "false");
    String url = "jdbc:mariadb://%s:%d/".formatted(LOOPBACK, port);
    Connection connection = Objects.requireNonNull(new Driver().connect(url, properties));
    connection.setNetworkTimeout(Runnable::run, 0);
    return connection;
  }

  /** Returns all CA certificates to trust, as PEM. */
  private String trusted() {
    Optional<String> own = files.read(AUTHORITY);
    return authorities
        .map(further -> further + own.orElse(""))
        .or(() -> own)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "the file %s next to the data is missing, and without it the identity of its server cannot be verified; restore the file from a backup"
                        .formatted(AUTHORITY)));
  }
}
