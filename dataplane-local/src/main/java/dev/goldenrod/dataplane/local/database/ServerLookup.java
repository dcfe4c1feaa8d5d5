package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseErrors;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.dataplane.local.server.EngineServerFactory.ServerOnVolume;
import dev.goldenrod.dataplane.local.server.ServerCertificate;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.dataplane.tls.StoredCertificate;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The servers of one database, running or not, one per volume. */
record ServerLookup(
    UUID id, DatabaseContext context, DatabaseFolder folder, DatabaseVolumes volumes) {
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);

  /**
   * Returns the server to start on the volume; a running one keeps its TLS mode.
   *
   * @throws WorkFailure if the engine is not installed
   */
  ServerOnVolume toStart(DatabaseRecord record, DataVolume volume) {
    ServerOnVolume server = server(record, volume);
    Optional<String> wanted = context.tls().map(DatabaseTls::sslMode);
    if (folder.sslMode().equals(wanted) || server.process().process().isPresent()) {
      return server;
    }
    folder.noteSslMode(wanted);
    return server(record, volume);
  }

  /** Returns the server as it was started. Changes nothing. */
  ServerOnVolume server(DatabaseRecord record, DataVolume volume) {
    EngineServerFactory.ServerLocation location =
        new EngineServerFactory.ServerLocation(
            "goldenrod-" + id,
            volume,
            folder.log(),
            record.port(),
            record.spec().resources(),
            certificate());
    try {
      return context.isVolatile(record.spec())
          ? context.servers().volatileServer(location)
          : context.servers().server(location);
    } catch (DataPlaneException e) {
      throw DatabaseErrors.ofEngine(record.spec(), e);
    }
  }

  private Optional<ServerCertificate> certificate() {
    return folder.sslMode().map(mode -> new ServerCertificate(tls(mode), folder));
  }

  /** Returns the certificates of a server that was started with TLS, even if TLS is off by now. */
  private DatabaseTls tls(String mode) {
    return context
        .tls()
        .orElseGet(() -> new StoredCertificate(mode, folder.tlsIdentity().orElse("")));
  }

  /** Kills the servers of other generations. */
  void abortOthers(DatabaseRecord record) {
    for (DatabaseVolume other : volumes.others(record.spec().generation())) {
      DataVolume volume = DataVolume.of(context.volumes(), other.name());
      try {
        server(record, volume).process().abort();
      } catch (WorkFailure e) {
        // The engine may have been uninstalled while its server is still running.
        Processes.endAll(volume.root(), END_PATIENCE);
      }
    }
  }
}
