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
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bson.Document;

/**
 * A login to a server on this machine with SCRAM-SHA-256. Another process on the port learns
 * nothing: the password is never sent, and the server must prove that it knows it first.
 */
final class MongoDbSession implements AutoCloseable {
  private static final String ADMIN = "goldenrod_admin";
  private static final String ADMIN_DATABASE = "admin";
  private static final String LOOPBACK = "127.0.0.1";
  private static final List<String> MECHANISMS = List.of("SCRAM-SHA-256");
  private static final String CREATE = "createUser";
  private static final String UPDATE = "updateUser";

  private static final int AUTHENTICATION_FAILED = 18;
  private static final int UNAUTHORIZED = 13;
  private static final int UNUSED_PORT = 1;
  private static final long CONNECT_SECONDS = 10;

  /** A fsync of a large cache takes long on a slow disk. */
  private static final int READ_MINUTES = 5;

  private final MongoClient client;

  private MongoDbSession(MongoClient client) {
    this.client = client;
  }

  /**
   * Logs in.
   *
   * @param database that holds the user
   * @param authorities CA certificates as PEM; empty without TLS
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

  /** Logs in as the administrator, with the first of its passwords that the server accepts. */
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

  /** Returns whether the server refused the login or its privileges. */
  static boolean isRefused(MongoException failure) {
    if (failure instanceof MongoSecurityException) {
      return failure.getCause() instanceof MongoCommandException cause
          && cause.getErrorCode() == AUTHENTICATION_FAILED;
    }
    return failure.getCode() == UNAUTHORIZED;
  }

  /** Loads classes that would slow down the first login. */
  static void warmUp() {
    client(UNUSED_PORT, "none", "none", "none", Optional.empty()).close();
  }

  Document run(String database, Document command) {
    return client.getDatabase(database).runCommand(command);
  }

  /** Runs a command in the administrator's database. */
  void administer(Document command) {
    run(ADMIN_DATABASE, command);
  }

  /** Creates the client user, who owns its database and can access no other. */
  void createUser(DatabaseInfo info, String password) {
    run(info.database(), ownerCommand(CREATE, info, password));
  }

  /** Sets the client user's password and restores its roles. */
  void updateUser(DatabaseInfo info, String password) {
    run(info.database(), ownerCommand(UPDATE, info, password));
  }

  /** Creates the administrator, who manages users and flushes the cache, but cannot read data. */
  void createAdmin(String password) {
    administer(
        userCommand(CREATE, ADMIN, password)
            .append(
                "roles",
                List.of(
                    role("userAdminAnyDatabase", ADMIN_DATABASE),
                    role("hostManager", ADMIN_DATABASE)))
            .append(
                "authenticationRestrictions",
                List.of(new Document("clientSource", List.of(LOOPBACK)))));
  }

  void updateAdmin(String password) {
    administer(userCommand(UPDATE, ADMIN, password));
  }

  private static Document ownerCommand(String name, DatabaseInfo info, String password) {
    return userCommand(name, info.user(), password)
        .append("roles", List.of(role("dbOwner", info.database())));
  }

  /**
   * Returns a command for a user, which the server acknowledges once it is in the journal on disk.
   */
  private static Document userCommand(String name, String user, String password) {
    return new Document(name, user)
        .append("pwd", password)
        .append("mechanisms", MECHANISMS)
        .append("writeConcern", new Document("w", 1).append("j", true));
  }

  private static Document role(String role, String database) {
    return new Document("role", role).append("db", database);
  }

  @Override
  public void close() {
    client.close();
  }

  private static MongoClient client(
      int port, String user, String database, String password, Optional<String> authorities) {
    Optional<SSLContext> trust = authorities.map(MongoDbSession::trust);
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

  /** Returns a context that trusts only the given CA certificates. */
  private static SSLContext trust(String authorities) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      byte[] pem = authorities.getBytes(StandardCharsets.US_ASCII);
      int number = 0;
      for (Certificate one :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))) {
        store.setCertificateEntry("authority-" + number++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new DataPlaneException(
          "the authorities of the server's certificate cannot be used: " + e.getMessage(), e);
    }
  }
}
