package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.imports.ImportWork.EngineHost;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CatalogOwnership;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Extension;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.FunctionName;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Publication;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Schema;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Wrapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the superuser creates in an import's database: extensions, foreign-data wrappers
 * with functions of PostgreSQL or an extension, publications of all tables or of schemas, and the
 * schemas that these need.
 *
 * <p>This happens while the database is empty, with statements of names and options only, so that
 * nothing of the source is evaluated. The clones' role restores everything else; what it may not
 * create is left out.
 */
public final class SuperuserObjects {
  private static final Set<String> BUILT_IN_SCHEMAS = Set.of("public", "pg_catalog");

  /** Extensions that check access to files when an object is defined, not when it is used. */
  private static final Set<String> REACH_FILES = Set.of("adminpack", "file_fdw");

  private static final String WRAPPERS_OF_EXTENSIONS =
      """
      SELECT fdwname FROM pg_catalog.pg_foreign_data_wrapper f WHERE EXISTS (
        SELECT FROM pg_catalog.pg_depend d
         WHERE d.classid = 'pg_catalog.pg_foreign_data_wrapper'::pg_catalog.regclass
           AND d.objid = f.oid AND d.deptype = 'e')
      """;

  private static final String SAME_FUNCTIONS =
      """
      SELECT count(*) FROM pg_catalog.pg_foreign_data_wrapper f
        LEFT JOIN pg_catalog.pg_proc h ON h.oid = f.fdwhandler
        LEFT JOIN pg_catalog.pg_namespace hn ON hn.oid = h.pronamespace
        LEFT JOIN pg_catalog.pg_proc v ON v.oid = f.fdwvalidator
        LEFT JOIN pg_catalog.pg_namespace vn ON vn.oid = v.pronamespace
       WHERE COALESCE(hn.nspname || ' ' || h.proname, '') = ?
         AND COALESCE(vn.nspname || ' ' || v.proname, '') = ?
         AND EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = f.oid
              AND d.classid = 'pg_catalog.pg_foreign_data_wrapper'::pg_catalog.regclass
              AND d.deptype = 'e')
      """;

  /**
   * What was created.
   *
   * @param leftOut the extensions that were not created
   * @param schemas OIDs in the source, like those of the publications; a dump's table of contents
   *     does not show where a name ends
   */
  public record CreatedObjects(
      List<Extension> extensions,
      List<Extension> leftOut,
      Set<Long> schemas,
      Set<Long> publications) {}

  private final Connection admin;
  private final SourceMetadata metadata;
  private final StepReport report;
  private final EngineHost host;
  private final Set<Long> schemas = new LinkedHashSet<>();

  public SuperuserObjects(
      Connection admin, SourceMetadata metadata, StepReport report, EngineHost host) {
    this.admin = admin;
    this.metadata = metadata;
    this.report = report;
    this.host = host;
  }

  /** Creates all objects. Those that this server cannot create are left out with a warning. */
  public CreatedObjects create() throws SQLException {
    Sql.run(admin, "ALTER SCHEMA public OWNER TO " + PostgresLogin.CLONE_ROLE);
    List<Extension> kept = new ArrayList<>(metadata.extensions());
    List<Extension> leftOut = removeUnusable(kept);
    List<Extension> refused = create(kept);
    kept.removeAll(refused);
    leftOut.addAll(refused);
    createWrappers();
    Set<Long> publications = createPublications();
    new CatalogOwnership(admin).rewriteWhatOnlySuperusersOwn();
    for (String wrapper : Sql.texts(admin, WRAPPERS_OF_EXTENSIONS)) {
      Sql.run(
          admin,
          "GRANT USAGE ON FOREIGN DATA WRAPPER %s TO %s WITH GRANT OPTION"
              .formatted(Sql.name(wrapper), PostgresLogin.CLONE_ROLE));
    }
    return new CreatedObjects(kept, List.copyOf(leftOut), Set.copyOf(schemas), publications);
  }

  /** Removes, with a warning, extensions that are missing here or access the server's files. */
  private List<Extension> removeUnusable(List<Extension> extensions) throws SQLException {
    List<String> available =
        Sql.texts(admin, "SELECT name FROM pg_catalog.pg_available_extensions");
    List<Extension> unusable = new ArrayList<>();
    for (Extension extension : extensions) {
      if (!available.contains(extension.name())) {
        unusable.add(extension);
        report.warn(
            "extension '%s' is left out, with what depends on it: %s lacks it for PostgreSQL %d; %s"
                .formatted(extension.name(), host, metadata.major(), host.remedy("its package")));
      } else if (REACH_FILES.contains(extension.name())) {
        unusable.add(extension);
        report.warn(
            "extension '%s' is left out, with what depends on it: it accesses files of the server"
                .formatted(extension.name()));
      }
    }
    extensions.removeAll(unusable);
    return unusable;
  }

  /** Retries failed extensions, which may depend on others. Returns those that failed. */
  private List<Extension> create(List<Extension> extensions) {
    List<Extension> waiting = new ArrayList<>(extensions);
    Map<String, String> refusals = new TreeMap<>();
    for (int before = waiting.size() + 1; waiting.size() < before; ) {
      before = waiting.size();
      for (Iterator<Extension> each = waiting.iterator(); each.hasNext(); ) {
        Extension extension = each.next();
        try {
          create(extension);
          each.remove();
        } catch (SQLException e) {
          refusals.put(extension.name(), String.valueOf(e.getMessage()));
        }
      }
    }
    waiting.forEach(
        extension ->
            report.warn(
                "extension '%s' is left out, with what depends on it: %s"
                    .formatted(extension.name(), refusals.get(extension.name()))));
    return waiting;
  }

  private void create(Extension extension) throws SQLException {
    createSchema(extension.schema());
    Sql.run(
        admin,
        "CREATE EXTENSION IF NOT EXISTS %s SCHEMA %s"
            .formatted(Sql.name(extension.name()), Sql.name(extension.schema().name())));
  }

  private void createSchema(Schema schema) throws SQLException {
    if (!BUILT_IN_SCHEMAS.contains(schema.name()) && schemas.add(schema.oid())) {
      Sql.run(
          admin,
          "CREATE SCHEMA IF NOT EXISTS %s AUTHORIZATION %s"
              .formatted(Sql.name(schema.name()), PostgresLogin.CLONE_ROLE));
    }
  }

  private void createWrappers() {
    for (Wrapper wrapper : metadata.wrappers()) {
      try {
        requireKnownFunctions(wrapper);
        Sql.run(
            admin,
            "CREATE FOREIGN DATA WRAPPER %s%s%s"
                .formatted(
                    Sql.name(wrapper.name()),
                    function("HANDLER", wrapper.handler())
                        + function("VALIDATOR", wrapper.validator()),
                    options(wrapper)));
      } catch (SQLException e) {
        report.warn(
            "foreign-data wrapper '%s' is left out, with what depends on it: %s"
                .formatted(wrapper.name(), e.getMessage()));
      }
    }
  }

  /** A handler without its validator would accept options that the validator refuses. */
  private void requireKnownFunctions(Wrapper wrapper) throws SQLException {
    boolean known =
        !wrapper.ownFunctions()
            && (wrapper.handler() == null
                || Sql.number(
                        admin, SAME_FUNCTIONS, name(wrapper.handler()), name(wrapper.validator()))
                    > 0);
    if (!known) {
      throw new SQLException(
          "no extension has a wrapper with exactly its functions, and only a superuser can create another");
    }
  }

  private static String name(@Nullable FunctionName function) {
    return function == null ? "" : function.schema() + " " + function.name();
  }

  private static String function(String clause, @Nullable FunctionName function) {
    return function == null
        ? ""
        : " %s %s.%s".formatted(clause, Sql.name(function.schema()), Sql.name(function.name()));
  }

  private static String options(Wrapper wrapper) {
    return wrapper.options().isEmpty()
        ? ""
        : wrapper.options().stream()
            .map(option -> option.split("=", 2))
            .map(option -> Sql.name(option[0]) + Sql.text(option[1]))
            .collect(Collectors.joining(", ", " OPTIONS (", ")"));
  }

  private Set<Long> createPublications() {
    Set<Long> made = new LinkedHashSet<>();
    for (Publication publication : metadata.publications()) {
      try {
        for (Schema schema : publication.schemas()) {
          createSchema(schema);
        }
        Sql.run(admin, statement(publication));
        made.add(publication.oid());
      } catch (SQLException e) {
        report.warn(
            "publication '%s' is left out: %s".formatted(publication.name(), e.getMessage()));
      }
    }
    return made;
  }

  private static String statement(Publication publication) {
    String what =
        publication.allTables()
            ? "ALL TABLES"
            : publication.schemas().stream()
                .map(Schema::name)
                .map(Sql::name)
                .collect(Collectors.joining(", ", "TABLES IN SCHEMA ", ""));
    String parameters =
        publication.parameters().entrySet().stream()
            .map(parameter -> parameter.getKey() + " =" + Sql.text(parameter.getValue()))
            .collect(Collectors.joining(", "));
    return "CREATE PUBLICATION %s FOR %s WITH (%s)"
        .formatted(Sql.name(publication.name()), what, parameters);
  }
}
