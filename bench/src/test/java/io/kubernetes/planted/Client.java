package io.kubernetes.planted;

/** Stands for the Kubernetes client, which is no dependency of this module. */
public final class Client {}
