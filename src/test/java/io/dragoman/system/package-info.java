/** The whole gateway as its clients and providers see it: every lane over sockets. */
package io.dragoman.system;
