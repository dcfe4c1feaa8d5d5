/** The command line client. The module is open because picocli reads its commands by reflection. */
@SuppressWarnings("requires-automatic")
open module dev.goldenrod.cli {
  requires static org.jspecify;
  requires dev.goldenrod.client;
  requires java.xml;
  requires transitive info.picocli;
  requires org.yaml.snakeyaml;
  requires software.amazon.awssdk.http;
  requires software.amazon.awssdk.http.auth.aws;
  requires software.amazon.awssdk.http.auth.spi;
  requires software.amazon.awssdk.identity.spi;
  requires software.amazon.awssdk.profiles;

  exports dev.goldenrod.cli;
  exports dev.goldenrod.cli.terminal;
}
