package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.WorkMemory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the probe found out about the source's database.
 *
 * @param version as in {@code 15.13}
 * @param owner of the database
 * @param tables that have data of their own, so that progress can be counted
 * @param preparedTransactions how many the server keeps at a time
 * @param settings of the database; those of its owner come after them and win
 * @param comment of the database
 * @param workMemory of the owner's sessions; null when it is not known
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
   * @param connectionLimit how many connections it may have; -1 or null for any number
   */
  public record Role(String name, boolean inherits, @Nullable Integer connectionLimit) {}

  /**
   * One role being a member of another. One of the two at most is PostgreSQL's own.
   *
   * @param admin whether the member may let others in
   * @param inherits whether the member has the group's rights; null as the member's other ones
   * @param sets whether the member may act as the group; null as before PostgreSQL 16
   */
  public record Membership(
      String group,
      String member,
      boolean admin,
      @Nullable Boolean inherits,
      @Nullable Boolean sets) {}

  /**
   * A setting of sessions.
   *
   * @param role whose it is; null for the database's own, which every session has
   */
  public record Setting(@Nullable String role, String key, String value) {}

  /**
   * An installed extension.
   *
   * @param tables its own tables and sequences, of which a dump may hold rows
   */
  public record Extension(String name, Schema schema, List<ExtensionTable> tables) {
    public Extension {
      tables = List.copyOf(tables);
    }
  }

  /** A schema, by its number in the source too. */
  public record Schema(long oid, String name) {}

  /** A table or sequence that an extension brought. */
  public record ExtensionTable(long oid, String schema, String name) {}

  /**
   * A publication that only a superuser can make: of all tables, or of those in schemas.
   *
   * @param oid its number in the source
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
   * A foreign-data wrapper that no extension brought.
   *
   * @param options each as in {@code name=value}
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

  /** A function's name; its arguments follow from what it is for. */
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
