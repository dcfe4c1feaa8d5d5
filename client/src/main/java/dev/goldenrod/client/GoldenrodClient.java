package dev.goldenrod.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Client of a server's {@code /v1} API, with one class per resource type and one method per
 * operation. Fields correspond to those of the API in Java's spelling. States are strings and
 * unknown fields are ignored, so that newer servers remain compatible. Immutable and thread-safe.
 *
 * <p>Each request throws {@link ApiException} if the server refuses it, and {@link
 * NoAnswerException} if no valid response arrives. {@link ApiConnection} describes the retries.
 * Waiting methods continue across a restart of the server and throw {@link WaitException} if the
 * wait fails.
 */
public final class GoldenrodClient {
  private final ApiConnection connection;
  private final TypedApi api;

  /** Creates a client with the given options. */
  public GoldenrodClient(ClientOptions options) {
    this.connection = new ApiConnection(options);
    this.api = new TypedApi(connection);
  }

  /**
   * Creates a client of the server.
   *
   * @param token bearer token; null for requests without authentication, such as a login
   */
  public static GoldenrodClient of(URI server, @Nullable String token) {
    return new GoldenrodClient(ClientOptions.of(server, token));
  }

  /** Returns a client with another token. */
  public GoldenrodClient withToken(String token) {
    return new GoldenrodClient(connection.options().withToken(token));
  }

  /**
   * Returns a client that sends the given idempotency key with all changes, instead of a new key
   * each. Equal changes within 24 hours are carried out once, even if different processes send
   * them.
   */
  public GoldenrodClient withIdempotencyKey(String key) {
    return new GoldenrodClient(connection.options().withIdempotencyKey(key));
  }

  /** Returns the connection for requests by path, with JSON. */
  public ApiConnection connection() {
    return connection;
  }

  /** Returns the operations on instances, the time-limited clones of goldens. */
  public Instances instances() {
    return new Instances(api);
  }

  /** Returns the operations on goldens, the templates of clones. */
  public Goldens goldens() {
    return new Goldens(api);
  }

  /** Returns the operations on sources of imports. */
  public Sources sources() {
    return new Sources(api);
  }

  /** Returns the operations on masking rules of sources. */
  public Masking masking() {
    return new Masking(api);
  }

  /** Returns the operations on imports of sources into goldens. */
  public Imports imports() {
    return new Imports(api);
  }

  /** Returns the operations on pools of warm clones. */
  public Pools pools() {
    return new Pools(api);
  }

  /** Returns the operations on databases and their branches. */
  public Databases databases() {
    return new Databases(api);
  }

  /** Returns the operations on snapshots of databases. */
  public Snapshots snapshots() {
    return new Snapshots(api);
  }

  /** Returns the export of snapshots and the import of archives. */
  public Archives archives() {
    return new Archives(api);
  }

  /** Returns the operations on snapshot schedules. */
  public SnapshotSchedules snapshotSchedules() {
    return new SnapshotSchedules(api);
  }

  /** Returns the operations on deleted resources that can be restored. */
  public DeletedResources deleted() {
    return new DeletedResources(api);
  }

  /** Returns login, logout and the caller's own account. */
  public Auth auth() {
    return new Auth(api);
  }

  /** Returns the operations on the caller's API tokens. */
  public Tokens tokens() {
    return new Tokens(api);
  }

  /** Returns the operations on members. */
  public Users users() {
    return new Users(api);
  }

  /** Returns the operations on invites. */
  public Invites invites() {
    return new Invites(api);
  }

  /** Returns the operations on registered data planes. */
  public Clusters clusters() {
    return new Clusters(api);
  }

  /** Returns the versions of database engines. */
  public Engines engines() {
    return new Engines(api);
  }

  /** Returns the quotas of clones. */
  public Quotas quotas() {
    return new Quotas(api);
  }

  /** Returns the audit log. */
  public AuditLog auditLog() {
    return new AuditLog(api);
  }

  /** Returns the health and configuration of the server. */
  public Service service() {
    return new Service(api);
  }
}
