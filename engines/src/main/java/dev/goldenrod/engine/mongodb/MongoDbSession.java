package dev.goldenrod.engine.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.PrivateFiles;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.bson.Document;

/**
 * A login to a server of this machine, by SCRAM-SHA-256: the server is told no password, and has to
 * prove that it knows the login, before it is sent any command. Who listens in its place learns
 * nothing.
 */
final class MongoDbSession implements AutoCloseable {
  static final String ADMIN = "goldenrod_admin";
  static final String ADMIN_DATABASE = "admin";

  /** The address that servers are reached by. */
  static final String LOOPBACK = "127.0.0.1";

  private static final int AUTHENTICATION_FAILED = 18;
  private static final int UNAUTHORIZED = 13;
  private static final int NOBODY_S_PORT = 1;
  private static final long CONNECT_SECONDS = 10;

  /** To write out all of a large cache takes a slow disk its time. */
  private static final int READ_MINUTES = 5;

  private final MongoClient client;

  private MongoDbSession(MongoClient client) {
    this.client = client;
  }

  /**
   * Logs in.
   *
   * @param database that knows the user
   * @param authorities of the server's certificate, as PEM; empty without TLS
   * @throws MongoException as the driver does
   */
  static MongoDbSession logIn(
      int port, String user, String database, String password, Optional<String> authorities) {
    MongoDbSession session =
        new MongoDbSession(client(port, user, database, password, authorities));
    try {
      session.run(database, new Document("ping", 1));
      return session;
    } catch (MongoException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Logs in as the administrator, with the first of its passwords that the server takes.
   *
   * @throws MongoException as the driver does
   * @throws dev.goldenrod.port.DataPlaneException when its password is not there
   */
  static MongoDbSession logInAsAdmin(int port, PrivateFiles files, Optional<String> authorities) {
    Iterator<AdminPassword> left = AdminPassword.of(files).iterator();
    while (true) {
      try {
        return logIn(port, ADMIN, ADMIN_DATABASE, left.next().text(), authorities);
      } catch (MongoException e) {
        if (!left.hasNext() || !isRefused(e)) {
          throw e;
        }
      }
    }
  }

  /** Whether the server knows no such login, or one that may not do that. */
  static boolean isRefused(MongoException failure) {
    if (failure instanceof MongoSecurityException) {
      return failure.getCause() instanceof MongoCommandException cause
          && cause.getErrorCode() == AUTHENTICATION_FAILED;
    }
    return failure.getCode() == UNAUTHORIZED;
  }

  /** Loads in advance what would make the first login slow. */
  static void warmUp() {
    client(NOBODY_S_PORT, "none", "none", "none", Optional.empty()).close();
  }

  /**
   * Runs the command and returns the answer.
   *
   * @throws MongoException as the driver does
   */
  Document run(String database, Document command) {
    return client.getDatabase(database).runCommand(command);
  }

  @Override
  public void close() {
    client.close();
  }

  private static MongoClient client(
      int port, String user, String database, String password, Optional<String> authorities) {
    Optional<SSLContext> trust = authorities.map(ServerTrust::of);
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyToSslSettings(tls -> trust.ifPresent(only -> tls.enabled(true).context(only)))
            .credential(
                MongoCredential.createScramSha256Credential(user, database, password.toCharArray()))
            .retryReads(false)
            .retryWrites(false)
            .applyToConnectionPoolSettings(pool -> pool.maxSize(1))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout((int) CONNECT_SECONDS, TimeUnit.SECONDS)
                        .readTimeout(READ_MINUTES, TimeUnit.MINUTES))
            .applyToClusterSettings(
                cluster ->
                    cluster
                        .hosts(List.of(new ServerAddress(LOOPBACK, port)))
                        .mode(ClusterConnectionMode.SINGLE)
                        .serverSelectionTimeout(CONNECT_SECONDS, TimeUnit.SECONDS))
            .build());
  }
}
