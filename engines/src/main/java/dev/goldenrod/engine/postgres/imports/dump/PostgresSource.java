package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.imports.Masking;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import dev.goldenrod.engine.postgres.imports.dump.PostgresSourceDump.DumpMetadata;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows;
import dev.goldenrod.engine.postgres.imports.masking.RowCopy;
import dev.goldenrod.engine.postgres.imports.masking.SourceSnapshot;
import dev.goldenrod.engine.postgres.imports.source.SearchPath;
import dev.goldenrod.engine.postgres.imports.source.SourceCatalog;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import dev.goldenrod.source.SourceCheck;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** A PostgreSQL database that is dumped and restored into a new data directory. */
record PostgresSource(SourceMetadata source) implements ProbedSource {
  /** Each prepared transaction reserves memory, whether it is used or not. */
  private static final int MOST_PREPARED = 1000;

  @Override
  public String release() {
    return Integer.toString(source.major());
  }

  @Override
  public long sizeBytes() {
    return source.sizeBytes();
  }

  @Override
  public SourceCheck check(List<String> warnings) {
    return new SourceCheck(source.version(), source.sizeBytes(), source.tables(), warnings);
  }

  @Override
  public byte[] toJson() {
    return PostgresImporter.json(source);
  }

  @Override
  public void initialise(DataDirectoryContext data) {
    PostgresCluster.initialise(data);
  }

  @Override
  public SourceDump dump(ImportWork work, SourceCredentials credentials) {
    SourceLogin login = SourceLogin.of(credentials);
    SessionSettings session = SessionSettings.OF_SOURCE_TOOLS.on(source.major());
    String options = login.takesOptions() ? session.options() : "";
    if (work.masking() != null) {
      return maskedDump(work, login, session, options);
    }
    new Dump(work).run(login, source, options, List.of());
    return new PostgresSourceDump(source, metadata(work, login, session, options), null);
  }

  private SourceDump maskedDump(
      ImportWork work, SourceLogin login, SessionSettings session, String options) {
    Masking masking = Objects.requireNonNull(work.masking());
    try (SourceSnapshot snapshot = SourceSnapshot.open(login, masking)) {
      new Dump(work).run(login, source, options, snapshot.dumpOptions(work.tools().major()));
      MaskedRows rows;
      try (LibpqService service = service(work, login, options)) {
        rows = new RowCopy(work, service, login.user(), session, snapshot).run();
      }
      return new PostgresSourceDump(
          rows.visible(source), metadata(work, login, session, options), rows);
    } catch (SQLException e) {
      throw login.failed(e);
    }
  }

  private DumpMetadata metadata(
      ImportWork work, SourceLogin login, SessionSettings session, String options) {
    List<Setting> settings = new ArrayList<>(serverSettings(work, login, session, options));
    settings.addAll(source.settings());
    try (Connection connection = login.connect(weakness -> {})) {
      connection.setReadOnly(true);
      SearchPath path = SearchPath.of(settings);
      if (path.namesUser()) {
        new SourceCatalog(connection)
            .userSchema(path, source.owner(), login.user())
            .map(path::withUser)
            .ifPresent(settings::add);
      }
      return new DumpMetadata(
          FormerOwnerGrants.read(connection),
          settings,
          new SourceCatalog(connection).tables(),
          new SourceCatalog(connection).largeTables());
    } catch (SQLException e) {
      throw login.failed(e);
    }
  }

  private static List<Setting> serverSettings(
      ImportWork work, SourceLogin login, SessionSettings session, String options) {
    try (LibpqService service = service(work, login, options)) {
      return new ServerSettings(work).read(service, session);
    }
  }

  private static LibpqService service(ImportWork work, SourceLogin login, String options) {
    return LibpqService.write(
        work.runner(), "source", Dump.parameters(login, work, options), login.password());
  }

  @Override
  public SourceDump readDump(byte[] json) throws IOException {
    return new PostgresSourceDump(
        source, PostgresImporter.JSON.readValue(json, DumpMetadata.class), null);
  }

  @Override
  public DatabaseInfo info() {
    // A server with the default of 0 refuses to prepare transactions.
    int prepared = Math.min(source.preparedTransactions(), MOST_PREPARED);
    Map<String, String> settings = new TreeMap<>();
    if (prepared > 0) {
      settings.put("max_prepared_transactions", Integer.toString(prepared));
    }
    Optional.ofNullable(source.workMemory()).ifPresent(work -> settings.putAll(work.settings()));
    return new DatabaseInfo(
        PostgresEngine.TYPE, release(), source.database(), PostgresLogin.CLONE_ROLE, settings);
  }
}
