package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;

/** The server of a running database, and how clients log in to it; {@code port} is on loopback. */
public record RunningDatabase(
    EngineServer engineServer, DatabaseInfo info, int port, String password, RunAs user) {}
