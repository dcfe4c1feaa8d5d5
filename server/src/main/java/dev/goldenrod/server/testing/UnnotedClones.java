package dev.goldenrod.server.testing;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clones that no client has noted, as of one that was killed before it could. For one thread at a
 * time.
 */
final class UnnotedClones {
  private static final Logger LOG = LoggerFactory.getLogger(UnnotedClones.class);

  /** A client notes a clone as soon as it has the answer to its launch. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ControlPlane control;
  private final Actor admin;
  private final TestClients clients;
  private Instant nextLook = Instant.MIN;
  private Set<UUID> known = Set.of();

  UnnotedClones(ControlPlane control, TestClients clients) {
    this.control = control;
    this.admin = control.admin();
    this.clients = clients;
  }

  /** Looks once in a minute, and removes those that it saw the last time already. */
  void remove(Instant now) throws IOException {
    if (now.isBefore(nextLook)) {
      return;
    }
    nextLook = now.plus(PATIENCE);
    // Listed before the notes are read: what is noted meanwhile counts as noted.
    Set<UUID> unnoted = launched();
    Set<String> noted = clients.noted();
    unnoted.removeIf(clone -> noted.contains(clone.toString()));
    unnoted.stream().filter(known::contains).forEach(this::destroy);
    known = unnoted;
  }

  private Set<UUID> launched() {
    return control.instances().list(admin).stream()
        .filter(clone -> clone.phase() != InstancePhase.TERMINATING)
        .map(Instance::id)
        .collect(Collectors.toSet());
  }

  private void destroy(UUID clone) {
    try {
      control.instances().destroy(admin, clone);
      LOG.info("clone {} of a test that was killed while it was launched is removed", clone);
    } catch (ControlPlaneException gone) {
      LOG.debug("clone {} is gone: {}", clone, gone.getMessage());
    }
  }
}
