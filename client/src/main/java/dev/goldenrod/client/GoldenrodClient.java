package dev.goldenrod.client;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A server's {@code /v1} surface: one class for each noun, one method for each operation. Fields
 * are the API's in Java's spelling; states are texts, so that a newer server's are no failure, and
 * what else it says is left out. Immutable and thread-safe.
 *
 * <p>Each request throws {@link ApiException} when the server refuses it, and {@link
 * NoAnswerException} when no answer of Goldenrod's comes. How requests are repeated is told at
 * {@link ApiConnection}. What waits goes on over a restart of the server, and throws {@link
 * WaitException} when what is waited for does not come.
 */
public final class GoldenrodClient {
  private final ApiConnection connection;
  private final TypedApi api;

  /** With those options. */
  public GoldenrodClient(ClientOptions options) {
    this.connection = new ApiConnection(options);
    this.api = new TypedApi(connection);
  }

  /**
   * Of that server.
   *
   * @param token the bearer token; null for what needs none, as to log in
   */
  public static GoldenrodClient of(URI server, @Nullable String token) {
    return new GoldenrodClient(ClientOptions.of(server, token));
  }

  /** The same with another token. */
  public GoldenrodClient withToken(String token) {
    return new GoldenrodClient(connection.options().withToken(token));
  }

  /**
   * The same whose changes have that idempotency key in place of a new one each: two that are equal
   * within 24 hours are done once, also when the second is another process's.
   */
  public GoldenrodClient withIdempotencyKey(String key) {
    return new GoldenrodClient(connection.options().withIdempotencyKey(key));
  }

  /** The same requests by their paths, with JSON. */
  public ApiConnection connection() {
    return connection;
  }

  /** Clones of goldens that last for a while. */
  public Instances instances() {
    return new Instances(api);
  }

  /** What clones are of. */
  public Goldens goldens() {
    return new Goldens(api);
  }

  /** Databases that can be imported. */
  public Sources sources() {
    return new Sources(api);
  }

  /** Imports of sources into goldens. */
  public Imports imports() {
    return new Imports(api);
  }

  /** Stocks of warm clones. */
  public Pools pools() {
    return new Pools(api);
  }

  /** Databases to keep, and their branches. */
  public Databases databases() {
    return new Databases(api);
  }

  /** Snapshots of databases. */
  public Snapshots snapshots() {
    return new Snapshots(api);
  }

  /** Snapshots that leave the installation, and archives of them that come in. */
  public Archives archives() {
    return new Archives(api);
  }

  /** When snapshots of databases are taken by themselves. */
  public SnapshotSchedules snapshotSchedules() {
    return new SnapshotSchedules(api);
  }

  /** What was deleted and can be restored. */
  public DeletedResources deleted() {
    return new DeletedResources(api);
  }

  /** The caller, and how one logs in. */
  public Auth auth() {
    return new Auth(api);
  }

  /** The caller's tokens for scripts. */
  public Tokens tokens() {
    return new Tokens(api);
  }

  /** Members. */
  public Users users() {
    return new Users(api);
  }

  /** Invites of members to be. */
  public Invites invites() {
    return new Invites(api);
  }

  /** Registered data planes. */
  public Clusters clusters() {
    return new Clusters(api);
  }

  /** Versions of database engines. */
  public Engines engines() {
    return new Engines(api);
  }

  /** The caps on clones. */
  public Quotas quotas() {
    return new Quotas(api);
  }

  /** What was changed, and by whom. */
  public AuditLog auditLog() {
    return new AuditLog(api);
  }

  /** The server itself. */
  public Service service() {
    return new Service(api);
  }
}
