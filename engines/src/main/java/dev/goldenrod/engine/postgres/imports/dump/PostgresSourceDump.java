package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.MaskingProof;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import dev.goldenrod.engine.postgres.imports.ImportServer;
import dev.goldenrod.engine.postgres.imports.masking.MaskedDataCheck;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import dev.goldenrod.port.DataPlaneException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A dump of a source's database, which can be loaded once if its rows are masked. */
final class PostgresSourceDump implements SourceDump {
  private final SourceMetadata source;
  private final DumpMetadata dumped;
  private final @Nullable MaskedRows masked;
  private @Nullable MaskingProof proof;

  /**
   * Creates a dump.
   *
   * @param masked the masked rows, which are then not in the dump; null if rows are not masked
   */
  PostgresSourceDump(SourceMetadata source, DumpMetadata dumped, @Nullable MaskedRows masked) {
    this.source = source;
    this.dumped = dumped;
    this.masked = masked;
  }

  /**
   * What the load needs of the source besides the dump.
   *
   * @param settings of the source's sessions; those of its server come first, and later ones win
   * @param tables that only the dump fills: names with schemas, as the dump has them; null in the
   *     JSON of an earlier release
   * @param largeTables those of them that are large, likewise
   */
  record DumpMetadata(
      FormerOwnerGrants owners,
      List<Setting> settings,
      List<String> tables,
      List<String> largeTables) {
    DumpMetadata {
      settings = List.copyOf(settings);
      tables = Optional.ofNullable(tables).map(List::copyOf).orElse(List.of());
      largeTables = Optional.ofNullable(largeTables).map(List::copyOf).orElse(List.of());
    }
  }

  @Override
  public byte[] toJson() {
    if (masked != null) {
      throw new IllegalStateException("masked rows are loaded by the process that masked them");
    }
    return PostgresImporter.json(dumped);
  }

  @Override
  public long load(DataDirectoryContext data, ImportWork work) {
    long size = masked == null ? load(data, work, null) : loadMasked(data, work, masked);
    PostgresCluster.sync(data);
    return size;
  }

  private long loadMasked(DataDirectoryContext data, ImportWork work, MaskedRows rows) {
    MaskedDataCheck check =
        new MaskedDataCheck(rows, work, source.locale().encoding(), data.data());
    check.begin();
    long size = load(data, work, new MaskedLoad(rows, check));
    proof = check.end();
    return size;
  }

  @Override
  public Optional<MaskingProof> proof() {
    return Optional.ofNullable(proof);
  }

  private long load(DataDirectoryContext data, ImportWork work, @Nullable MaskedLoad rows) {
    try {
      return ImportServer.during(
          data,
          ImportServer.loadSettings(),
          server -> {
            new DatabaseLoad(server, work, source, rows).run(dumped);
            return LoadCompletion.run(server);
          });
    } catch (SQLException e) {
      throw new DataPlaneException(String.valueOf(e.getMessage()), e);
    }
  }
}
