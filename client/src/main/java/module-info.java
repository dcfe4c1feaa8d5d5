/** Client of a server's {@code /v1} API. */
module dev.goldenrod.client {
  requires static transitive org.jspecify;
  requires transitive com.fasterxml.jackson.databind;
  requires transitive java.net.http;

  exports dev.goldenrod.client;
}
