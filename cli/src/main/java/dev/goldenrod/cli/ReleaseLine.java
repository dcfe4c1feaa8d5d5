package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.Release;
import picocli.CommandLine.IVersionProvider;

final class ReleaseLine implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"goldenrod " + Release.current()};
  }
}
