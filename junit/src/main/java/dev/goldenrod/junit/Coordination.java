package dev.goldenrod.junit;

/** Coordinates builds that share a server. Thread-safe. */
interface Coordination {
  /** Coordination for a server elsewhere, whose other users are unknown. */
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
              "roles(…) and adminScript(…) need Goldenrod.embedded(): a remote server runs no"
                  + " scripts as the administrator of its databases");
        }

        @Override
        public void runExclusively(String golden, Runnable making) {
          making.run();
        }
      };

  /** Records a new clone, so that it is removed when this process ends. */
  void launched(String clone);

  /** Records that the golden is still in use. */
  void used(String golden);

  /** Returns whether {@link #runExclusively} excludes all other builds. */
  boolean isExclusive();

  /** Runs a script as the administrator of a database, by its id; throws if the script fails. */
  void administer(String database, String script);

  /** Runs the action while no other build creates the golden. */
  void runExclusively(String golden, Runnable making);
}
