package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.PodImage;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.tls.NamespaceTls;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What databases use of the cluster.
 *
 * @param classes by what volumes are made; asked anew each time
 * @param engines by their types
 * @param pods reaches into a pod by its name
 * @param versions finds what is known of the data of a golden version, by its handle
 * @param blanks makes what empty databases begin with
 * @param tls what servers speak TLS with from their next start on; empty for what each engine does
 *     by itself
 * @param registered makes what clones of versions begin with that this data plane did not make
 * @param times how long databases and their copies wait
 */
public record DatabaseContext(
    ClusterApi cluster,
    KubernetesOptions options,
    Supplier<StorageClasses> classes,
    Images images,
    Map<String, Engine> engines,
    Function<String, EnginePod> pods,
    Function<String, Optional<SavedData>> versions,
    Optional<NamespaceTls> tls,
    DataPreparation<Origin.Blank> blanks,
    DataPreparation<VersionRef> registered,
    WaitTimes times) {
  /** The image that the database's data is served by. */
  public PodImage image(DatabaseRoot root) {
    DatabaseInfo info = DatabaseServers.info(root);
    return images.of(info.type(), info.release(), root.build());
  }

  /**
   * The engine of that type.
   *
   * @throws DataPlaneException when there is none
   */
  public Engine engine(String type) {
    return Optional.ofNullable(engines.get(type))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "this data plane has no engine of type '%s', only %s"
                        .formatted(type, engines.keySet().stream().sorted().toList())));
  }
}
