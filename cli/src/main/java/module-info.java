/** The command line that works against any server; picocli reads its commands by reflection. */
open module dev.goldenrod.cli {
  requires static org.jspecify;
  requires dev.goldenrod.client;
  requires transitive info.picocli;
  requires org.yaml.snakeyaml;

  exports dev.goldenrod.cli;
  exports dev.goldenrod.cli.terminal;
}
