package dev.goldenrod.junit;

/** How builds that share a server keep out of each other's way. Thread-safe. */
interface Coordination {
  /** Of a server elsewhere, of whose other users nothing is known. */
  Coordination NONE =
      new Coordination() {
        @Override
        public void launched(String clone) {}

        @Override
        public void used(String golden) {}

        @Override
        public boolean isExclusive() {
          return false;
        }

        @Override
        public void administer(String database, String script) {
          throw new GoldenrodException(
              "roles(…) and adminScript(…) need Goldenrod.embedded(): a server that runs elsewhere"
                  + " runs nothing as its databases' administrator");
        }

        @Override
        public void alone(String golden, Runnable making) {
          making.run();
        }
      };

  /** Notes a clone before it is used: it is removed when this process ends. */
  void launched(String clone);

  /** Notes that the golden is still of use. */
  void used(String golden);

  /** Whether {@link #alone} keeps all others from making the golden. */
  boolean isExclusive();

  /**
   * Runs the script as the administrator of the database.
   *
   * @param database its id
   * @throws GoldenrodException when it fails; the message says why
   */
  void administer(String database, String script);

  /** Does what makes the golden while no other build does. */
  void alone(String golden, Runnable making);
}
