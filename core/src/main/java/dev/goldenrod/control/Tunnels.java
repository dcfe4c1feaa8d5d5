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
 * Connections to databases through this server, for members who cannot reach them. Only the owner
 * may open one, even among admins. Each is audited when opened, and closed within seconds when its
 * token, its member or the database ends. Thread-safe.
 */
public final class Tunnels implements AutoCloseable {
  private final ControlContext context;
  private final OpenTunnels open;

  Tunnels(ControlContext context, TunnelLimits limits) {
    this.context = context;
    this.open = new OpenTunnels(context, limits);
  }

  /**
   * Opens a connection to the running database; takes a few seconds at most.
   *
   * @throws ControlPlaneException with {@link ErrorCode#TUNNEL_NOT_READY} while it is being
   *     created, {@link ErrorCode#CONFLICT_BECAUSE} if it does not run, {@link
   *     ErrorCode#TUNNEL_QUOTA_EXCEEDED} or {@link ErrorCode#TUNNELS_EXHAUSTED} at a limit; also if
   *     its data plane is offline, unreachable or unable
   */
  public Tunnel openToDatabase(Caller caller, String name) {
    return open.open(caller, database(caller, name));
  }

  /** Opens a connection to the Ready instance, as {@link #openToDatabase} does. */
  public Tunnel openToInstance(Caller caller, UUID id) {
    return open.open(caller, instance(caller, id));
  }

  /** Makes the checks of {@link #openToDatabase} that do not need the data plane. */
  public void requireDatabase(Caller caller, String name) {
    database(caller, name);
  }

  /** Makes the checks of {@link #openToInstance} that do not need the data plane. */
  public void requireInstance(Caller caller, UUID id) {
    instance(caller, id);
  }

  private TunnelTarget database(Caller caller, String name) {
    return context.read(caller, (tx, actor) -> TunnelTarget.database(tx, actor, name));
  }

  private TunnelTarget instance(Caller caller, UUID id) {
    return context.read(caller, (tx, actor) -> TunnelTarget.instance(tx, actor, id));
  }

  /** Returns how many tunnels are open or being opened. */
  public int count() {
    return open.count();
  }

  /** Closes all tunnels, and refuses new ones. */
  @Override
  public void close() {
    open.close();
  }
}
