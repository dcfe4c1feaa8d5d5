package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.tunnel.OpenTunnels;
import dev.goldenrod.control.tunnel.TunnelTarget;
import dev.goldenrod.member.Caller;
import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelLimits;
import java.util.UUID;

/**
 * Connections to databases for members who cannot reach them, through this server: for the owner
 * alone, admins included, as with credentials. Each is audited when it is opened, and ends within
 * seconds when its token or its member ends, or what it leads to runs no more. Thread-safe.
 */
public final class Tunnels implements AutoCloseable {
  private final ControlContext context;
  private final OpenTunnels open;

  Tunnels(ControlContext context, TunnelLimits limits) {
    this.context = context;
    this.open = new OpenTunnels(context, limits);
  }

  /**
   * Opens a connection to the server of the running database; takes some seconds at most.
   *
   * @throws ControlPlaneException with {@link ErrorCode#TUNNEL_NOT_READY} while it is made, with
   *     {@link ErrorCode#CONFLICT_BECAUSE} when it does not run, with {@link
   *     ErrorCode#TUNNEL_QUOTA_EXCEEDED} or {@link ErrorCode#TUNNELS_EXHAUSTED} when there are too
   *     many, and when its data plane is offline, cannot be reached, or cannot open it
   */
  public Tunnel openToDatabase(Caller caller, String name) {
    return open.open(caller, database(caller, name));
  }

  /** The same to an instance that is Ready. */
  public Tunnel openToInstance(Caller caller, UUID id) {
    return open.open(caller, instance(caller, id));
  }

  /** Refuses what {@link #openToDatabase} would refuse before it asks the data plane. */
  public void requireDatabase(Caller caller, String name) {
    database(caller, name);
  }

  /** The same for {@link #openToInstance}. */
  public void requireInstance(Caller caller, UUID id) {
    instance(caller, id);
  }

  private TunnelTarget database(Caller caller, String name) {
    return context.read(caller, (tx, actor) -> TunnelTarget.database(tx, actor, name));
  }

  private TunnelTarget instance(Caller caller, UUID id) {
    return context.read(caller, (tx, actor) -> TunnelTarget.instance(tx, actor, id));
  }

  /** How many there are, also of those that are being opened. */
  public int count() {
    return open.count();
  }

  /** Ends all, and opens none any more. */
  @Override
  public void close() {
    open.close();
  }
}
