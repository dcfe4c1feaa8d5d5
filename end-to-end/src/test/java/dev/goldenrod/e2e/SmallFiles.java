package dev.goldenrod.e2e;

/**
 * A limit on file sizes, for users who cannot mount a disk: beyond it, writes fail as on a full
 * disk. The server is restarted to change the limit.
 */
final class SmallFiles implements LimitedDisk {
  private static final int MEGABYTES = 20;

  private final ServerProcess server;

  SmallFiles(ServerProcess server) {
    this.server = server;
  }

  @Override
  public void fill() {
    server.terminate();
    server.withLargestFile(MEGABYTES).start();
  }

  @Override
  public void free() {
    server.terminate();
    server.withLargestFile(0).start();
  }

  @Override
  public String[] complaints() {
    return new String[] {"File too large", "file too large", "153"};
  }

  @Override
  public void close() {}
}
