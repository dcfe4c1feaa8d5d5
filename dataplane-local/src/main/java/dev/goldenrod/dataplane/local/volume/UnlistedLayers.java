package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes layers that no entry lists. Thread-safe. */
final class UnlistedLayers {
  private static final Logger LOG = LoggerFactory.getLogger(UnlistedLayers.class);

  private final OverlayLayers layers;
  private final VolumeFolder entries;
  private final ProjectQuotas quotas;

  private final Object listing;

  private final Set<String> told = ConcurrentHashMap.newKeySet();

  UnlistedLayers(OverlayLayers layers, VolumeFolder entries, ProjectQuotas quotas, Object listing) {
    this.layers = layers;
    this.entries = entries;
    this.quotas = quotas;
    this.listing = listing;
  }

  /** Deletes none if an entry is damaged, since that may need any of them; logged once. */
  void delete() throws IOException {
    List<Path> discarded;
    synchronized (listing) {
      try {
        discarded = layers.discardAllBut(listed());
      } catch (DataPlaneException damaged) {
        if (told.add(damaged.getMessage())) {
          LOG.warn("{}", damaged.getMessage());
        }
        return;
      }
    }
    for (Path layer : discarded) {
      delete(layer);
    }
  }

  void delete(Path discarded) throws IOException {
    Optional<String> project = ProjectQuotas.projectOf(discarded);
    layers.delete(discarded);
    project.ifPresent(quotas::forget);
  }

  private Set<String> listed() throws IOException {
    Set<String> listed = new HashSet<>();
    for (Path leftover : entries.leftovers()) {
      // A layer without a complete list was never used.
      if (layers.areKnownOf(leftover)) {
        listed.addAll(layers.of(leftover));
      }
    }
    for (Path entry : entries.named()) {
      listed.addAll(layers.of(entry));
    }
    return listed;
  }
}
