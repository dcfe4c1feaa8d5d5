package dev.goldenrod.control;

import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.MaskingRulesValidator;
import dev.goldenrod.port.Store;
import dev.goldenrod.tunnel.TunnelLimits;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builder of a {@link ControlPlane}. Not thread-safe. */
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
  @Nullable MaskingRulesValidator maskingRules;
  String serverName = UUID.randomUUID().toString();

  ControlPlaneBuilder() {}

  /** Sets the store of all state; required. */
  public ControlPlaneBuilder store(Store value) {
    store = value;
    return this;
  }

  /**
   * Adds a data plane to {@link ControlPlane#attach}. Optional; without any, requests are still
   * answered.
   */
  public ControlPlaneBuilder dataPlane(DataPlane value) {
    dataPlanes.add(value);
    return this;
  }

  /** Sets the clock; by default the store's {@link Store#clock}. */
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

  /** Sets the first admin's address; by default {@code admin@localhost}. */
  public ControlPlaneBuilder adminEmail(String value) {
    adminEmail = value;
    return this;
  }

  /**
   * Sets the PBKDF2 iterations of new password hashes; by default 600,000, about a third of a
   * second. Fewer are for tests with many logins: stolen hashes are guessed that much faster.
   */
  public ControlPlaneBuilder passwordIterations(int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "password iterations must be at least 1, not %d".formatted(value));
    }
    passwordIterations = value;
    return this;
  }

  /**
   * Sets this server's name in leases, unique among the servers of the store; random by default.
   * With a stable name, a server continues at once after a crash; otherwise it waits until its old
   * leases expire.
   */
  public ControlPlaneBuilder serverName(String value) {
    serverName = value;
    return this;
  }

  /**
   * Sets the HTTP URL, without a path, at which other servers of the store reach this one. They
   * forward requests to this server if a data plane's agent is connected only here. By default they
   * report such data planes as offline.
   */
  public ControlPlaneBuilder peerUrl(URI value) {
    peerUrl = value;
    return this;
  }

  /** Sets the observer of operations, as for metrics; by default none. */
  public ControlPlaneBuilder observer(ControlObserver value) {
    observer = value;
    return this;
  }

  /** Sets the limits on tunnels; by default {@link TunnelLimits#DEFAULTS}. */
  public ControlPlaneBuilder tunnelLimits(TunnelLimits value) {
    tunnelLimits = value;
    return this;
  }

  /** Sets the validator of masking rules; by default none, and rules cannot be set. */
  public ControlPlaneBuilder maskingRules(MaskingRulesValidator value) {
    maskingRules = value;
    return this;
  }

  /** Sets the program's release, which the clusters of its data planes show; by default none. */
  public ControlPlaneBuilder release(String value) {
    release = value;
    return this;
  }

  /**
   * Sets whether to accept a store that does not know everything in a data plane, such as a
   * restored backup, a copy, or a new store; by default refused. Unknown resources are disabled and
   * quarantined, for {@link #orphanGrace} at least.
   */
  public ControlPlaneBuilder acceptOlderStore(boolean value) {
    acceptOlderStore = value;
    return this;
  }

  /**
   * Sets how long resources of a data plane that the store does not know are quarantined before
   * they are deleted; by default a week. Zero deletes them at once.
   *
   * @throws IllegalArgumentException if negative
   */
  public ControlPlaneBuilder orphanGrace(Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException("the orphan grace must not be negative: " + value);
    }
    orphanGrace = value;
    return this;
  }

  /**
   * Builds the control plane, and creates the organization in a new store.
   *
   * @throws dev.goldenrod.port.StoreException if the store is unavailable
   * @throws dev.goldenrod.port.OlderStoreException if the store does not know everything that a
   *     data plane may hold; the data plane was not changed, and the message names the remedy
   */
  public ControlPlane build() {
    return new ControlPlane(this);
  }
}
