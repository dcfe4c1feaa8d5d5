package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.WorkMemory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of probing a source's database.
 *
 * @param version such as {@code 15.13}
 * @param owner of the database
 * @param tables number of tables with their own data, for progress
 * @param preparedTransactions the server's limit
 * @param settings of the database, followed by those of its owner, which win
 * @param comment on the database
 * @param workMemory of the owner's sessions; null if unknown
 */
public record SourceMetadata(
    int major,
    String version,
    String database,
    String owner,
    long sizeBytes,
    long tables,
    int preparedTransactions,
    SourceLocale locale,
    List<Role> roles,
    List<Membership> memberships,
    List<Setting> settings,
    List<Extension> extensions,
    List<Publication> publications,
    List<Wrapper> wrappers,
    @Nullable String comment,
    @Nullable WorkMemory workMemory) {

  /**
   * How the database encodes and compares text.
   *
   * @param provider {@code c} for the system's library, {@code i} for ICU, {@code b} for built in
   * @param name the provider's own locale; null for the system's library
   */
  public record SourceLocale(
      String encoding, String provider, String collate, String ctype, @Nullable String name) {}

  /**
   * A role that owns something, is granted something or is named by a policy.
   *
   * @param connectionLimit -1 or null for no limit
   */
  public record Role(String name, boolean inherits, @Nullable Integer connectionLimit) {}

  /**
   * A membership of one role in another. At most one of the two is predefined.
   *
   * @param admin whether the member may grant the membership to others
   * @param inherits whether the member has the group's privileges; null for the member's default
   * @param sets whether the member may act as the group; null before PostgreSQL 16
   */
  public record Membership(
      String group,
      String member,
      boolean admin,
      @Nullable Boolean inherits,
      @Nullable Boolean sets) {}

  /** A session setting. Without a role it is the database's own, which all sessions have. */
  public record Setting(@Nullable String role, String key, String value) {}

  /** An extension, with its tables and sequences, of which a dump may hold rows. */
  public record Extension(String name, Schema schema, List<ExtensionTable> tables) {
    public Extension {
      tables = List.copyOf(tables);
    }
  }

  public record Schema(long oid, String name) {}

  public record ExtensionTable(long oid, String schema, String name) {}

  /**
   * A publication that only a superuser can create: of all tables, or of those in schemas.
   *
   * @param oid its OID in the source
   * @param parameters as {@code CREATE PUBLICATION … WITH} takes them
   */
  public record Publication(
      long oid,
      String name,
      boolean allTables,
      List<Schema> schemas,
      Map<String, String> parameters) {
    public Publication {
      schemas = List.copyOf(schemas);
      parameters = Map.copyOf(parameters);
    }
  }

  /**
   * A foreign-data wrapper that belongs to no extension.
   *
   * @param options each as {@code name=value}
   * @param ownFunctions whether one of the functions is neither PostgreSQL's nor an extension's
   */
  public record Wrapper(
      String name,
      @Nullable FunctionName handler,
      @Nullable FunctionName validator,
      List<String> options,
      boolean ownFunctions) {
    public Wrapper {
      options = List.copyOf(options);
    }
  }

  /** A function's name. Its use determines its arguments. */
  public record FunctionName(String schema, String name) {}

  public SourceMetadata {
    roles = List.copyOf(roles);
    memberships = List.copyOf(memberships);
    settings = List.copyOf(settings);
    extensions = List.copyOf(extensions);
    publications = List.copyOf(publications);
    wrappers = List.copyOf(wrappers);
  }
}
