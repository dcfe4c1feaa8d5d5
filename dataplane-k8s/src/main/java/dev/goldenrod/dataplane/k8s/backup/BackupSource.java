package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodImage;
import dev.goldenrod.engine.OnlineBackup;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.Objects;
import java.util.UUID;

/**
 * A database that is copied while it runs.
 *
 * @param owner the id of the database or snapshot that the copy is for
 * @param copy metadata of the object that the copy is for; names of the copy's objects begin with
 *     its name
 * @param claim of the database's volume
 * @param size of that volume
 * @param pod in which the database's server runs
 * @param run identifies the current run of the server
 * @param port where the server listens
 * @param fingerprint of the private files that belong to the data
 * @param image that has the server's programs
 */
public record BackupSource(
    UUID owner,
    V1ObjectMeta copy,
    String claim,
    Quantity size,
    EnginePod pod,
    String run,
    int port,
    OnlineBackup engine,
    String fingerprint,
    PodImage image) {
  String name() {
    return Objects.requireNonNull(copy.getName());
  }
}
