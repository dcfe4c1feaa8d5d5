package dev.goldenrod.control;

import dev.goldenrod.control.identity.PasswordHasher;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Store;
import dev.goldenrod.tunnel.TunnelLimits;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a {@link ControlPlane}. For one thread at a time. */
public final class ControlPlaneBuilder {
  @Nullable Store store;
  final List<DataPlane> dataPlanes = new ArrayList<>();
  @Nullable Clock clock;
  IdGenerator ids = UUID::randomUUID;
  Settings settings = Settings.DEFAULTS;
  String adminEmail = "admin@localhost";
  boolean acceptOlderStore;
  Duration orphanGrace = Duration.ofDays(7);
  int passwordIterations = PasswordHasher.ITERATIONS;
  @Nullable String release;
  @Nullable URI peerUrl;
  ControlObserver observer = ControlObserver.NONE;
  TunnelLimits tunnelLimits = TunnelLimits.DEFAULTS;
  String serverName = UUID.randomUUID().toString();

  ControlPlaneBuilder() {}

  /** Where all state lives; required. */
  public ControlPlaneBuilder store(Store value) {
    store = value;
    return this;
  }

  /**
   * One more data plane to {@link ControlPlane#attach}; while there is none, only requests are
   * answered.
   */
  public ControlPlaneBuilder dataPlane(DataPlane value) {
    dataPlanes.add(value);
    return this;
  }

  /** What time it is; the store's {@link Store#clock} unless it is set, as by tests. */
  public ControlPlaneBuilder clock(Clock value) {
    clock = value;
    return this;
  }

  public ControlPlaneBuilder ids(IdGenerator value) {
    ids = value;
    return this;
  }

  public ControlPlaneBuilder settings(Settings value) {
    settings = value;
    return this;
  }

  /** The first admin's address; {@code admin@localhost} unless it is set. */
  public ControlPlaneBuilder adminEmail(String value) {
    adminEmail = value;
    return this;
  }

  /**
   * How many rounds of PBKDF2 a new password's hash takes; 600,000 unless it is set, a third of a
   * second. Fewer are for tests that log in many times: a thief of such hashes guesses the
   * passwords as much faster.
   */
  public ControlPlaneBuilder passwordIterations(int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "passwords are hashed in at least one iteration, not %d".formatted(value));
    }
    passwordIterations = value;
    return this;
  }

  /**
   * This server's name in leases, unique among all servers of the store. One that stays the same
   * across restarts lets a killed server go on at once; otherwise it waits for its old leases to
   * run out.
   */
  public ControlPlaneBuilder serverName(String value) {
    serverName = value;
    return this;
  }

  /**
   * Where the other servers of the store reach this one over HTTP, without a path. They have it
   * answer what needs a data plane whose agent is connected to this server alone; not set, they
   * answer that the data plane is offline.
   */
  public ControlPlaneBuilder peerUrl(URI value) {
    peerUrl = value;
    return this;
  }

  /** Is told what is done, as for metrics; nobody unless it is set. */
  public ControlPlaneBuilder observer(ControlObserver value) {
    observer = value;
    return this;
  }

  /** How many tunnels there are at once; {@link TunnelLimits#DEFAULTS} unless it is set. */
  public ControlPlaneBuilder tunnelLimits(TunnelLimits value) {
    tunnelLimits = value;
    return this;
  }

  /** The release of this program, which its data planes' clusters show; none unless it is set. */
  public ControlPlaneBuilder release(String value) {
    release = value;
    return this;
  }

  /**
   * Whether a store is accepted that does not know all that a data plane holds: a backup that was
   * restored, a copy, a new one. What it does not know is out of use from then on and stays in
   * quarantine, for {@link #orphanGrace} at least. Refused unless it is set.
   */
  public ControlPlaneBuilder acceptOlderStore(boolean value) {
    acceptOlderStore = value;
    return this;
  }

  /**
   * How long what a data plane holds and the store does not know stays in quarantine before it is
   * deleted; a week unless it is set, and zero to delete it at once.
   *
   * @throws IllegalArgumentException when it is negative
   */
  public ControlPlaneBuilder orphanGrace(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("orphans cannot be kept for " + value);
    }
    orphanGrace = value;
    return this;
  }

  /**
   * Builds the control plane; on the very first use of a store, creates its organisation.
   *
   * @throws dev.goldenrod.port.StoreException when the store cannot be reached
   * @throws dev.goldenrod.port.OlderStoreException when the store does not know all that a data
   *     plane may hold, which is as it was; the message names the way out
   */
  public ControlPlane build() {
    return new ControlPlane(this);
  }
}
